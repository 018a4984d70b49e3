(() => {
  const entry = document.currentScript.dataset.entry;
  let clicked = null;
  const remember = (event) => {
    clicked = event.target.closest("button");
    begin();
  };
  const begin = () => {
    removeEventListener("pointerdown", begin);
    import(entry);
  };
  addEventListener("pointerdown", begin, { once: true });
  addEventListener("click", remember);
  addEventListener(
    "marquee:hydrated",
    () => {
      removeEventListener("click", remember);
      if (clicked?.isConnected) clicked.click();
    },
    { once: true },
  );
  const hero = document.querySelector("img[fetchpriority=high]");
  const soon = () => requestAnimationFrame(() => setTimeout(begin));
  if (!hero || hero.complete) soon();
  else for (const end of ["load", "error"]) hero.addEventListener(end, soon, { once: true });
  setTimeout(begin, 4000);
})();
