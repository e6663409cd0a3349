/** The HTML of a whole page: breadcrumbs, navigation and content. */
import { posix } from 'node:path'
import { escapeHtml, type Rendered } from './render-page.ts'
import { type Page, sections } from './site-pages.ts'

export function layOut(page: Page, { html, headings }: Rendered, pages: readonly Page[]): string {
  const to = (url: string) => posix.relative(posix.dirname(page.url), url) || posix.basename(page.url)
  const outline = headings
    .filter(({ depth }) => depth === 2)
    .map(({ slug, text }) => `<li><a href="#${slug}">${escapeHtml(text)}</a></li>`)
  return `<!doctype html>
<html lang="en" data-root="${to('index.html').replace(/index\.html$/, '')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Kubewright</title>
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('site.js')}" defer></script>
</head>
<body>
<header>
<a class="home" href="${to('index.html')}">Kubewright</a>
<div class="search"><input type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off"><ol hidden></ol></div>
</header>
<nav aria-label="Pages">${navigation(page, pages, to)}</nav>
<main>${html}</main>
<aside aria-label="On this page">${outline.length < 2 ? '' : `<ul>${outline.join('')}</ul>`}</aside>
</body>
</html>
`
}

function navigation(page: Page, pages: readonly Page[], to: (url: string) => string): string {
  return sections
    .map((section) => {
      const items = pages
        .filter((one) => one.section === section)
        .map(({ url, title }) => {
          const mark = url === page.url ? ' aria-current="page"' : ''
          return `<li><a href="${to(url)}"${mark}>${escapeHtml(title)}</a></li>`
        })
      const isOpen = section === page.section || section === 'Guides'
      return `<details${isOpen ? ' open' : ''}><summary>${section}</summary><ul>${items.join('')}</ul></details>`
    })
    .join('')
}
