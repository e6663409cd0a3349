/** The configuration of the webserver. Pure. */
import type { Website } from './website.ts'

/** Above 1024, since the webserver is not root. */
export const serverPort = 8080

/** A page contains styles only. The policy blocks the execution of anything else that ends up in one. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

/** The path of a website on the platform. Both names consist of a-z, 0-9, `-` and `.`. */
export function pathOf({ metadata: { name, namespace } }: Pick<Website, 'metadata'>): string {
  return `/${namespace}/${name}`
}

/** For nginx. The ingress does not rewrite paths, so the page is served at its own path and at the root. */
export function serverConfigOf(site: Website): string {
  const headers = Object.entries(pageHeaders).map(([name, value]) => `  add_header ${name} "${value}" always;`)
  return `server {
  listen ${serverPort};
  server_tokens off;
  root /usr/share/nginx/html;
${headers.join('\n')}

  location = / { try_files /index.html =404; }
  location = ${pathOf(site)} { try_files /index.html =404; }
  location ${pathOf(site)}/ { try_files /index.html =404; }
  location / { return 404; }
}
`
}
