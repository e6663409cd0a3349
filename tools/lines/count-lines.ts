/**
 * Counts the lines of an operator as chapter 10.5 of the thesis behind KubeSharper does: what the SDK asks for ("boilerplate":
 * configuration, what the reconcile interface wants, what marks a definition as a resource) against what the use-case is about.
 * Imports, blank lines and comments count for neither.
 */
export type LineKind = 'sdk' | 'use-case' | 'none'

export interface CountedLine {
  readonly text: string
  readonly kind: LineKind
}

/**
 * What only the SDK wants to see: its configuration, its reconcile interface, what makes a definition a resource. As in the
 * thesis, other things of Kubernetes (status, conditions, columns, finalizers) belong to the use-case. Lines of mere brackets
 * do too.
 */
const sdkLines: readonly RegExp[] = [
  /\b(defineResource|defineController|defineExternalController|createManager)\(\{?/,
  /^\s*(group|version|kind|plural|scope|concurrency|resync|owns|for|poll|recheck|visibleWithin): /,
  /^\s*async reconcile\(/,
  /\bmanager\.run\(/,
  /\breturn (done|again)\(|\b(done|again)\(.*\) : (done|again)\(/,
  /^export type \w+ = ObjectOf</,
]

export function countLines(source: string): readonly CountedLine[] {
  let isImport = false
  let isComment = false
  return source.split('\n').map((text, at, all) => {
    isImport ||=
      /^(import|export) (type )?(\{|\w+ from|'|\* )/.test(text) && !/^export (const|function|type \w+ =)/.test(text)
    isComment ||= /^\s*\/\*/.test(text)
    const kind =
      isImport || isComment || isEmpty(text) ? 'none' : isForSdk(text, all[at - 1] ?? '') ? 'sdk' : 'use-case'
    if (isImport && /'\s*$/.test(text)) isImport = false
    if (isComment && /\*\/\s*$/.test(text)) isComment = false
    return { text, kind }
  })
}

function isEmpty(text: string): boolean {
  return /^\s*(\/\/.*)?$/.test(text)
}

function isForSdk(text: string, before: string): boolean {
  const isName = /\bdefine(External)?Controller\(\{$/.test(before) && /^\s*name: /.test(text)
  return isName || sdkLines.some((line) => line.test(text))
}
