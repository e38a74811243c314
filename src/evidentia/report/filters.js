(() => {
  "use strict";
  const bar = document.querySelector(".filters");
  const claims = [...document.querySelectorAll(".claim")];
  const list = document.querySelector(".claims");
  const words = bar.querySelector("input");
  const order = bar.querySelector("select");
  const buttons = [...bar.querySelectorAll("button")];
  const status = bar.querySelector(".status");
  const texts = claims.map((claim) => claim.textContent.toLowerCase());
  const show = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const labels = buttons.filter((button) => button.getAttribute("aria-pressed") === "true").map((button) => button.value);
    let count = 0;
    claims.forEach((claim, place) => {
      const fits = (!labels.length || labels.includes(claim.dataset.label)) && wanted.every((word) => texts[place].includes(word));
      claim.hidden = !fits;
      count += fits;
    });
    status.textContent = `${count} of ${claims.length} claims shown`;
  };
  const sort = () => {
    const key = { file: (claim) => claims.indexOf(claim), unsure: (claim) => +claim.dataset.sure, sure: (claim) => -claim.dataset.sure }[order.value];
    [...claims].sort((a, b) => key(a) - key(b) || claims.indexOf(a) - claims.indexOf(b)).forEach((claim) => list.append(claim));
  };
  const open = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && target.matches(".claim")) { target.hidden = false; target.open = true; target.scrollIntoView(); }
  };
  words.addEventListener("input", show);
  order.addEventListener("change", sort);
  buttons.forEach((button) => button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    show();
  }));
  window.addEventListener("hashchange", open);
  bar.hidden = false;
  show();
  open();
})();
