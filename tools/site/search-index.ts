/** The search index of the site: an entry for each heading, with the words that follow it. */
import type { Page } from './site-pages.ts'
import { slugger } from './slug.ts'

export interface SearchEntry {
  readonly title: string
  readonly heading: string
  readonly url: string
  /** Lower-case words, each once. */
  readonly words: string
}

export function searchIndex(pages: readonly Page[]): readonly SearchEntry[] {
  return pages.filter(({ section }) => section !== 'Decisions').flatMap(entriesOf)
}

function entriesOf({ title, url, source }: Page): readonly SearchEntry[] {
  const nameOf = slugger()
  return source.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [, heading] = /^#{1,3} (.+)$/m.exec(part) ?? []
    if (heading === undefined) return []
    const anchor = nameOf(heading)
    const isTop = part.startsWith('# ')
    const words = new Set(part.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_.-]{2,}/gu) ?? [])
    return [
      {
        title,
        heading: heading.replaceAll('`', ''),
        url: isTop ? url : `${url}#${anchor}`,
        words: [...words].join(' '),
      },
    ]
  })
}
