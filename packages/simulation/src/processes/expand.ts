/** `$(NAME)` in commands, arguments and values of variables. Pure. */

/**
 * Replaces known names and keeps unknown ones; `$$(NAME)` is an escaped `$(NAME)`.
 *
 * @example
 * ```text
 * expand('--port=$(PORT) $$(PORT) $(NONE)', new Map([['PORT', '80']])) // '--port=80 $(PORT) $(NONE)'
 * ```
 */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  // No reference ends after the last bracket: searching for one from every `$(` would take quadratic time.
  const end = text.lastIndexOf(')') + 1
  const expanded = text.slice(0, end).replace(/\$\$|\$\(([^)]*)\)/g, (whole, name: string | undefined) => {
    if (name === undefined) return '$'
    return variables.get(name) ?? whole
  })
  return expanded + text.slice(end).replaceAll('$$', () => '$')
}
