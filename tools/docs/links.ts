/** Finds broken links between pages of the repository. */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The targets of a Markdown page's relative links, with their lines. Fences and code spans contain code, not links. */
export function relativeLinks(markdown: string): { target: string; line: number }[] {
  const blank = (code: string) => code.replace(/[^\n]/g, '')
  const prose = markdown.replace(/^(```+)[^]*?^\1/gm, blank).replace(/`(?:[^`\n]|\n(?!\n))+`/g, blank)
  return prose
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/\]\(([^)\s#]+)(#[^)]*)?\)/g)]
        .map(([, target = '']) => ({ target, line: index + 1 }))
        .filter(({ target }) => !/^[a-z]+:/.test(target)),
    )
}

/** `docs/README.md:3 leads to guides/nowhere.md, which does not exist.` */
export function findBrokenLinks(root: string, path: string, markdown: string): string[] {
  return relativeLinks(markdown)
    .filter(({ target }) => !existsSync(join(root, posix.dirname(path), target)))
    .map(({ target, line }) => `${path}:${line} leads to ${target}, which does not exist.`)
}
