/** `$(NAME)` in commands, arguments and values of variables. Pure. */

/**
 * Replaces what is known and leaves what is not; `$$(NAME)` stands for `$(NAME)`.
 *
 * @example
 * ```text
 * expand('--port=$(PORT) $$(PORT) $(NONE)', new Map([['PORT', '80']])) // '--port=80 $(PORT) $(NONE)'
 * ```
 */
export function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (whole, name: string | undefined) => {
    if (name === undefined) return '$'
    return variables.get(name) ?? whole
  })
}
