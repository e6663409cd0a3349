/**
 * Counts the lines of an operator as chapter 10.5 of the thesis behind KubeSharper does: lines for the SDK ("boilerplate":
 * configuration, the reconcile interface, the definition of a resource) against lines of the use-case. Imports, blank lines and
 * comments count for neither.
 */
export type LineKind = 'sdk' | 'use-case' | 'none'

export interface CountedLine {
  readonly text: string
  readonly kind: LineKind
}

/**
 * Lines for the SDK only: its configuration, its reconcile interface, the definition of a resource. As in the thesis, other
 * concepts of Kubernetes (status, conditions, columns, finalizers) belong to the use-case. So do lines with brackets only.
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
