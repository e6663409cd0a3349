/** Values of resources as text of a container. Pure. */

/** `text` for `env`, `args` or `command` of a container: kubelets expand `$(NAME)` there, and `$$` stands for `$`. */
export function literalText(text: string): string {
  return text.replaceAll('$', () => '$$')
}
