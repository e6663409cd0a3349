/** Chooses the theme of a website, or reports why there is none. Pure. */
import { styleProblem } from './page.ts'
import type { Theme } from './theme.ts'
import type { Website } from './website.ts'

/** Why a website has no theme: for the event, the condition and the log. */
export interface ThemeProblem {
  readonly reason: 'ThemeUnspecified' | 'ThemeNotFound' | 'ThemeUnusable'
  readonly message: string
}

export function chooseTheme({ spec }: Website, find: (name: string) => Theme | undefined): Theme | ThemeProblem {
  if (spec.theme === undefined) {
    return { reason: 'ThemeUnspecified', message: 'spec.theme is not set; set it to the name of a Theme' }
  }
  const theme = find(spec.theme)
  if (theme === undefined) {
    const message = `there is no Theme ${spec.theme}; create it, or set another in spec.theme`
    return { reason: 'ThemeNotFound', message }
  }
  const message = styleProblem(theme)
  return message === undefined ? theme : { reason: 'ThemeUnusable', message }
}

export function isProblem(choice: Theme | ThemeProblem): choice is ThemeProblem {
  return 'reason' in choice
}
