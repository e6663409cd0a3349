/** Marks generated files, so that they are not edited by mistake and handwritten files are never overwritten. */
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

/** Text without the mark, for concatenation. */
export function unmarked(text: string): string {
  return text.replace(`# ${words}\n`, '')
}

/** An object as YAML, keys in insertion order. */
export function yamlOf(object: unknown): string {
  return stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })
}
