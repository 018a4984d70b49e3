{
  const files = document.currentScript.dataset.entry.split(' ');
  const hero = document.querySelector('img[fetchpriority=high]');
  let isStarted = false;
  let pressed;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    // The site, and what the page has of its own: side by side.
    Promise.all(files.map((file) => import(file))).catch(() => {
      // A page that was kept may name a file of an earlier build; loaded again, once, it names today's.
      if (sessionStorage.entry === files[0]) return;
      sessionStorage.entry = files[0];
      location.reload();
    });
  };
  const press = (event) => {
    // What the browser opens by itself is open already.
    pressed = event.target.closest('button:not([popovertarget])');
    start();
  };
  // The first frame draws the picture, the second one comes when it is on the screen.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  // A person who signed in before: styles keep room for what they may do.
  try {
    if (localStorage.getItem('supabase.auth.token')) document.documentElement.dataset.session = '';
  } catch {
    // Without storage nobody stays signed in.
  }
  addEventListener('pointerdown', start);
  addEventListener('click', press);
  addEventListener('marquee:hydrated', () => {
    removeEventListener('click', press);
    if (pressed?.isConnected) pressed.click();
  });
  if (!hero || hero.complete) soon();
  else hero.onload = hero.onerror = soon;
  setTimeout(start, 4000);
}
