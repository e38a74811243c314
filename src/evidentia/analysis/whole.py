"""All analyses of one data set in one reading."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from evidentia.analysis import baseline, lmi
from evidentia.analysis.association import Associations
from evidentia.analysis.claims import Analysed, read_claims
from evidentia.analysis.evidence import evidence_type
from evidentia.analysis.statistics import Statistics
from evidentia.analysis.tables import Table
from evidentia.errors import InputError


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What of a data set is asked for, and how it is read."""

    mapping: dict[str, str] = {}
    claim_field: str = "claim"
    group: str | None = None
    top: int = lmi.TOP
    limit: int | None = baseline.LIMIT
    baselines: bool = True
    least: int | None = None
    seed: int = 1


DEFAULT = Options()


class Analysis(msgspec.Struct, kw_only=True):
    """The results; `cues` and `baselines` are empty for a data set without labels."""

    name: str
    statistics: Statistics
    cues: lmi.Cues | None
    associations: list[Table]
    baselines: list[baseline.Baseline]

    def tables(self) -> list[Table]:
        found = self.statistics.tables()
        if self.cues:
            found.append(lmi.table(self.cues))
        if self.baselines:
            found.append(baseline.table(self.baselines))
        return found + self.associations


def analyse(path: str | Path, *, options: Options = DEFAULT) -> Analysis:
    """The analyses of a file of claims."""
    claims = read_claims(path, mapping=options.mapping, claim_field=options.claim_field)
    return analyse_claims(claims, name="claims" if str(path) == "-" else Path(path).name, options=options)


def analyse_claims(claims: Iterable[Analysed], *, name: str, options: Options = DEFAULT) -> Analysis:
    counted, cues, met = Statistics(), lmi.Counter(), Associations()
    texts: list[str] = []
    groups: list[str] = []
    labels: list[str | None] = []
    types: list[str | None] = []
    for claim in claims:
        counted.add(claim)
        cues.add(claim.claim, claim.label)
        met.add(claim)
        if options.baselines:
            texts.append(claim.claim)
            groups.append(claim.group(options.group))
            labels.append(claim.label)
            types.append(evidence_type(claim.sets[0]) if claim.sets else None)
    labelled = any(cues.claims.values())
    least = options.least if options.least is not None else max(10, counted.claims // 5000)
    found = []
    for target, classes in (("verdict", labels), ("evidence type", types)):
        one = _baseline(target, texts, classes, groups, options)
        if one:
            found.append(one)
    return Analysis(
        name=name,
        statistics=counted,
        cues=cues.cues(top=options.top) if labelled else None,
        associations=list(met.tables(least=least)),
        baselines=found,
    )


def _baseline(
    target: str, texts: list[str], classes: list[str | None], groups: list[str], options: Options
) -> baseline.Baseline | None:
    """None where the data set has nothing to tell apart."""
    places = [place for place, name in enumerate(classes) if name is not None]
    try:
        return baseline.claim_only(
            [texts[place] for place in places],
            [str(classes[place]) for place in places],
            [groups[place] for place in places],
            target=target,
            limit=options.limit,
            seed=options.seed,
        )
    except InputError:
        return None
