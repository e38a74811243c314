"""The endpoint judge against a local server that answers, refuses, stumbles and lies."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from evidentia.cli.main import run
from evidentia.errors import EvidentiaError, InputError
from evidentia.models.endpoint import EndpointJudge

GOOD = {"SUPPORTS": 0.1, "REFUTES": 0.8, "NOT ENOUGH INFO": 0.1}


@pytest.fixture
def server():
    """Answers by a list of (status, body) that the test fills; remembers what it was asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.server.asked.append((self.path, dict(self.headers), json.loads(body)))
            status, answer = self.server.answers.pop(0)
            self.send_response(status)
            self.send_header("Retry-After", "0")
            self.end_headers()
            self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

        def log_message(self, *_):
            pass

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.answers, made.asked = [], []
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()


def said(content):
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    return {"choices": [{"message": {"content": json.dumps(content)}}], "usage": usage}


def judge(server, **options):
    return EndpointJudge(f"http://127.0.0.1:{server.server_port}/v1", "some-model", first_wait=0.01, **options)


def test_structured_answer_becomes_logits_and_cost(server):
    server.answers = [(200, said(GOOD))]
    model = judge(server, key="k", prompt_price=2.0, completion_price=10.0)
    rows = model.logits("a claim", ["its evidence"])
    assert rows.shape == (1, 3) and rows[0].argmax() == 1
    assert model.usage.requests == 1
    assert model.usage.cost == pytest.approx((100 * 2 + 10 * 10) / 1e6)
    path, headers, body = server.asked[0]
    assert path == "/v1/chat/completions" and headers["Authorization"] == "Bearer k"
    assert body["response_format"]["json_schema"]["strict"] is True
    assert json.loads(body["messages"][1]["content"]) == {"claim": "a claim", "evidence": "its evidence"}


def test_retries_what_may_pass(server):
    server.answers = [(503, b""), (429, b""), (200, b"not json"), (200, said(GOOD))]
    assert judge(server).logits("c", ["e"])[0].argmax() == 1
    assert len(server.asked) == 4


@pytest.mark.parametrize("answers", [[(401, b"")], [(200, said({"SUPPORTS": "much"}))], [(200, {"choices": []})]])
def test_gives_up_with_one_line(server, answers):
    server.answers = answers
    with pytest.raises(EvidentiaError):
        judge(server).logits("c", ["e"])
    assert len(server.asked) == 1


def test_address_must_be_http():
    with pytest.raises(InputError):
        EndpointJudge("file:///etc/passwd", "m")


def test_command_judges_by_endpoint_shows_cost_and_survives_a_failure(server, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("EVIDENTIA_API_KEY", "secret")
    server.answers = [(200, said(GOOD)), (400, b""), (200, said(GOOD))]
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines = [{"id": number, "claim": f"claim {number}", "evidence": ["text"]} for number in range(3)]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    url = f"http://127.0.0.1:{server.server_port}/v1"
    options = ["--endpoint", url, "--model", "m", "--prices", "1", "2"]
    with pytest.raises(SystemExit) as stop:
        run(["judge", "--input", str(source), "--output", str(output), *options])
    assert stop.value.code == 2
    made = [json.loads(line) for line in output.read_text().splitlines()]
    assert [row.get("label") for row in made] == ["REFUTES", None, "REFUTES"]
    assert made[0]["probabilities"]["REFUTES"] == pytest.approx(0.8, abs=1e-3) and "HTTP 400" in made[1]["error"]
    said_so = capsys.readouterr().err
    assert "2 requests" in said_so and "cost 0.0002" in said_so
    assert "secret" not in said_so and server.asked[0][1]["Authorization"] == "Bearer secret"


@pytest.mark.parametrize("usage", ["much", [1], {"prompt_tokens": "many", "completion_tokens": [3]}])
def test_strange_counts_are_no_counts(server, usage):
    server.answers = [(200, {**said(GOOD), "usage": usage})]
    model = judge(server)
    assert model.logits("c", ["e"])[0].argmax() == 1
    assert (model.usage.prompt_tokens, model.usage.completion_tokens) == (0, 0)


def test_what_is_no_number_is_no_probability(server):
    server.answers = [(200, said({**GOOD, "SUPPORTS": float("nan")}))]
    with pytest.raises(EvidentiaError, match="no probabilities"):
        judge(server).logits("c", ["e"])


def test_nesting_without_end_is_an_error_in_words(server):
    server.answers = [(200, b"[" * 200_000)] * 2
    with pytest.raises(EvidentiaError, match="does not answer"):
        judge(server, retries=1).logits("c", ["e"])


def test_the_key_does_not_follow_a_redirect(server):
    class Redirects(BaseHTTPRequestHandler):
        def do_POST(self):
            self.send_response(302)
            self.send_header("Location", f"http://127.0.0.1:{server.server_port}/elsewhere")
            self.end_headers()

        def log_message(self, *_):
            pass

    first = ThreadingHTTPServer(("127.0.0.1", 0), Redirects)
    threading.Thread(target=first.serve_forever, daemon=True).start()
    try:
        with pytest.raises(EvidentiaError, match="HTTP 302"):
            EndpointJudge(f"http://127.0.0.1:{first.server_port}/v1", "m", key="k").logits("c", ["e"])
        assert server.asked == []
    finally:
        first.shutdown()
        first.server_close()
