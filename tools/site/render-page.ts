/** Renders Markdown to HTML: headings with anchors, highlighted code, links resolved within the site. */
import hljs from 'highlight.js/lib/core'
import json from 'highlight.js/lib/languages/json'
import bash from 'highlight.js/lib/languages/bash'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import { Marked, type Tokens } from 'marked'
import { slugger } from './slug.ts'

hljs.registerLanguage('ts', typescript)
hljs.registerLanguage('yaml', yaml)
hljs.registerLanguage('json', json)
hljs.registerLanguage('sh', bash)

export interface Heading {
  readonly depth: number
  readonly text: string
  readonly slug: string
}

export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
}

/** @param link replaces the target of a link */
export function renderMarkdown(source: string, link: (href: string) => string): Rendered {
  const nameOf = slugger()
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const slug = nameOf(text)
        headings.push({ depth, text: text.replaceAll('`', ''), slug })
        return `<h${depth} id="${slug}"><a href="#${slug}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(link(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      code({ text, lang = '' }: Tokens.Code) {
        const language = lang.split(' ')[0] ?? ''
        const isKnown = hljs.getLanguage(language) !== undefined
        const html = isKnown ? hljs.highlight(text, { language }).value : escapeHtml(text)
        return `<pre><code>${html}</code></pre>\n`
      },
    },
  })
  return { html: marked.parse(source, { async: false }), headings }
}

/** The anchors of a page's headings. */
export function anchorsOf(source: string): ReadonlySet<string> {
  return new Set(renderMarkdown(source, (href) => href).headings.map(({ slug }) => slug))
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
