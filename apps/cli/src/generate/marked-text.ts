/** Marks files as made, so that nobody edits them by mistake, and none that somebody wrote is overwritten. */
import { stringify } from 'yaml'

const words = 'Made by `kubewright generate`; edits are lost.'

export function markedYaml(text: string): string {
  return `# ${words}\n${text}`
}

export function markedMarkdown(text: string): string {
  return `<!-- ${words} -->\n${text}`
}

export function isMarked(text: string): boolean {
  return text.slice(0, 200).includes(words)
}

/** Text without the mark, for where several are put together. */
export function unmarked(text: string): string {
  return text.replace(`# ${words}\n`, '')
}

/** An object as YAML, in the order in which it is written. */
export function yamlOf(object: unknown): string {
  return stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })
}
