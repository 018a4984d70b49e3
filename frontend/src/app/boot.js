{
  const { entry } = document.currentScript.dataset;
  const hero = document.querySelector('img[fetchpriority=high]');
  let isStarted = false;
  let pressed;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    import(entry).catch(() => {
      // A page that was kept may name a file of an earlier build; asked for again, once, it names today's.
      if (sessionStorage.entry === entry) return;
      sessionStorage.entry = entry;
      location.reload();
    });
  };
  const press = (event) => {
    pressed = event.target.closest('button');
    start();
  };
  const afterFrame = (act) => requestAnimationFrame(() => setTimeout(act));
  // The first frame draws the picture, the second one comes when it is on the screen.
  const soon = () => requestAnimationFrame(() => afterFrame(start));
  addEventListener('pointerdown', start);
  addEventListener('click', press);
  addEventListener('marquee:hydrated', () => {
    removeEventListener('click', press);
    if (pressed?.isConnected) pressed.click();
  });
  if (!hero || hero.complete) soon();
  else hero.onload = hero.onerror = soon;
  setTimeout(start, 4000);

  // What a phone's first frame did without (first-frame.css). Where the typeface does not come, its stand-in stays.
  const mark = (name) => document.body.classList.add(name);
  afterFrame(() => {
    mark('drawn');
    document.fonts.load('1em Archivo').then(
      () => mark('typeset'),
      () => {},
    );
  });
}
