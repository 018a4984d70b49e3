import { readFileSync } from 'node:fs';
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import base from './vite.config.ts';

const server = process.env.MARQUEE_SERVER ?? 'http://127.0.0.1:8000';
const shell = new URL('dev.html', import.meta.url);
const DATA = /<script type="application\/json" id="preloaded">.*?<\/script>/s;
const NEEDED_MS = 10_000;

/** What `make dev` serves: the components from their sources, with hot reload, and all else from the Python server. */
export default mergeConfig(
  base,
  defineConfig({
    appType: 'custom',
    clearScreen: false,
    plugins: [pages()],
    server: {
      proxy: Object.fromEntries(
        ['/rest/', '/auth/v1/', '/storage/', '/share/', '/health/', '^/.*\\.(?:ics|xml|txt)$'].map(
          (path) => [path, { target: server, changeOrigin: true }],
        ),
      ),
    },
  }),
);

/** A page has the data that the Python server gives it; the browser renders it. */
function pages(): Plugin {
  return {
    name: 'pages',
    configureServer: (vite) => () => {
      vite.middlewares.use(async (request, response, next) => {
        try {
          const path = request.originalUrl ?? '/';
          const page = await fetched(path);
          const [data = ''] = DATA.exec(await page.text()) ?? [];
          const html = readFileSync(shell, 'utf8').replace('<!-- data -->', () => data);
          response.writeHead(page.status, { 'Content-Type': 'text/html; charset=utf-8' });
          response.end(await vite.transformIndexHtml(path, html));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** Waits while the Python server restarts. */
async function fetched(path: string): Promise<Response> {
  const until = Date.now() + NEEDED_MS;
  for (;;) {
    try {
      return await fetch(server + path, { headers: { Accept: 'text/html' } });
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
