/** How the webserver is configured. Pure. */
import type { Website } from './website.ts'

/** Where the webserver listens: above 1024, since it is not root. */
export const serverPort = 8080

/** Pages hold a style and nothing else; whatever else may come to stand in one is not executed. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
}

/** Under which path of the platform a website is found. Both names are made of a-z, 0-9, `-` and `.`. */
export function pathOf({ metadata: { name, namespace } }: Pick<Website, 'metadata'>): string {
  return `/${namespace}/${name}`
}

/** For nginx. The ingress passes paths on as they are, so the page answers at its own and at the root. */
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
