/** Which theme a website is shown in, or why there is none. Pure. */
import type { Theme } from './theme.ts'
import type { Website } from './website.ts'

/** Why there is no theme; for the event, the condition and the log. */
export interface MissingTheme {
  readonly reason: 'ThemeUnspecified' | 'ThemeNotFound'
  readonly message: string
}

export function chooseTheme({ spec }: Website, find: (name: string) => Theme | undefined): Theme | MissingTheme {
  if (spec.theme === undefined) {
    return { reason: 'ThemeUnspecified', message: 'spec.theme names no Theme; name one' }
  }
  const theme = find(spec.theme)
  if (theme !== undefined) return theme
  return { reason: 'ThemeNotFound', message: `there is no Theme ${spec.theme}; make it, or name another in spec.theme` }
}

export function isMissing(choice: Theme | MissingTheme): choice is MissingTheme {
  return 'reason' in choice
}
