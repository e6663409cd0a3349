/** The HTML page of a website. Pure. */
import { colorPattern, fontFamilyPattern } from './css-value.ts'
import { serverNameOf } from './server-name.ts'
import type { Theme } from './theme.ts'
import type { Website } from './website.ts'

/** Why a theme contains more than a style, if it does. */
export function styleProblem({ metadata, spec }: Theme): string | undefined {
  if (!colorPattern.test(spec.color)) return `spec.color of the Theme ${metadata.name} is no colour; edit it`
  if (!fontFamilyPattern.test(spec.fontFamily)) {
    return `spec.fontFamily of the Theme ${metadata.name} is no list of fonts; edit it`
  }
  return undefined
}

/**
 * Checks the theme although the API server validates it too: the page is served to strangers, and an older or replaced CRD may
 * have allowed more.
 *
 * Failure: throws an `Error` for a theme that has a `styleProblem`.
 */
export function pageOf(site: Website, theme: Theme): string {
  const { name, namespace = '' } = site.metadata
  const { color, fontFamily } = theme.spec
  const problem = styleProblem(theme)
  if (problem !== undefined) throw new Error(problem)
  const title = escapeHtml(site.spec.title ?? name)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { background-color: ${color}; font-family: ${fontFamily}; margin: 20vh auto; max-width: 40rem; text-align: center; }
main { background-color: #fffc; border-radius: 1rem; padding: 2rem; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>This is <b>${escapeHtml(name)}</b> of <b>${escapeHtml(namespace)}</b>, in the theme <b>${escapeHtml(theme.metadata.name)}</b>.</p>
<p>Served by <code>${escapeHtml(serverNameOf(site))}</code>.</p>
</main>
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
