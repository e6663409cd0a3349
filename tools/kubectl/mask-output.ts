/**
 * Masks the parts of kubectl's output in which two correct servers differ: identities, versions, times and ages, addresses,
 * generated names, and the widths of columns that contain them. Pure.
 */

/** The result of one command. */
export interface Outcome {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

/** @param words texts of this run, such as directories, with their replacements */
export function maskOutcome(command: string, outcome: Outcome, words: Readonly<Record<string, string>>): Outcome {
  const mask = (text: string) => maskText(isExplain(command) ? withoutProse(text) : text, words)
  return { code: outcome.code, stdout: mask(outcome.stdout), stderr: mask(outcome.stderr) }
}

const letters = 'bcdfghjklmnpqrstvwxz2456789'
const time = String.raw`20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d`

const patterns: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uid>'],
  [new RegExp(String.raw`${time}\.\d+(Z|[+-]\d\d:\d\d)`, 'g'), '<microtime>'],
  [new RegExp(String.raw`${time}(Z|[+-]\d\d:\d\d)`, 'g'), '<time>'],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d [+-]\d{4}/g, '<date>'],
  [/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4}/g, '<file time>'],
  // A log line of client-go when kubectl ends its own watch; it depends on whether the watch had started.
  [/^[EIW]\d{4} .* reflector\.go:.*\n/gm, ''],
  [/\b[EIW]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /g, '<log time> '],
  [/((?:resourceVersion|Resource Version)\\*"?: *\\*"?)\d+/g, '$1<version>'],
  [/\b10\.0\.0\.\d+\b(?!\/)/g, '<cluster address>'],
  [/(127\.0\.0\.1|localhost):\d{4,5}/g, '$1:<port>'],
  [/(nodePort"?: )\d+/gi, '$1<node port>'],
  [/:3\d{4}\/(TCP|UDP)/g, ':<node port>/$1'],
  [/\b(LIVE|MERGED)-\d+/g, '$1-<n>'],
  [/kubectl-edit-\w+\.yaml/g, 'kubectl-edit-<n>.yaml'],
  [/(?<![\w.])(\d+m)?\d+s(?![\w.])/g, '<age>'],
  [/(?<= {2})\d+m(?=\s*$|\s{2,})/gm, '<age>'],
  [new RegExp(String.raw`\b(generated|debugger)-[${letters}]{5}\b`, 'g'), '$1-<5>'],
  [/(?<=\S) {2,}/g, '  '],
  [/ +$/gm, ''],
]

function maskText(text: string, words: Readonly<Record<string, string>>): string {
  let masked = text
  for (const [from, to] of Object.entries(words)) masked = masked.replaceAll(from, to)
  for (const [pattern, replacement] of patterns) masked = masked.replaceAll(pattern, replacement)
  return masked
}

function isExplain(command: string): boolean {
  return command.startsWith('kubectl explain') && !command.includes('|')
}

/**
 * Our server publishes no descriptions of Kubernetes' own fields (decision 0093). The rest is what programs read: names, types,
 * required fields and enums. Where the description is an author's own, a session reads it with `grep` instead.
 */
function withoutProse(text: string): string {
  let section = ''
  return text
    .split('\n')
    .filter((line) => {
      if (/^\S/.test(line)) section = line
      else if (section.startsWith('DESCRIPTION:')) return false
      else if (section.startsWith('FIELDS:')) return line.includes('\t<')
      return line.trim() !== ''
    })
    .join('\n')
}
