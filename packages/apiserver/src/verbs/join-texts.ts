/** Concatenates stored texts into a list: objects are neither parsed nor converted to strings. */
import { goJson } from '../go/go-json.ts'
import { apiVersionOf, type ServedKind } from '../kinds/served-kind.ts'
import type { Version } from '../storage/version.ts'

export function joinTexts(kind: ServedKind, versions: readonly Version[], metadata: object): Buffer {
  const head = goJson({ kind: kind.listKind, apiVersion: apiVersionOf(kind), metadata })
  const [start, end] = [Buffer.from(`${head.slice(0, -1)},"items":[`), Buffer.from(']}\n')]
  const skipped = kind.isCustom ? 0 : skippedBytes(kind)
  const opening = skipped === 0 ? 0 : 1
  const itemBytes = versions.reduce((sum, { object }) => sum + object.size - skipped + opening, 0)
  const target = Buffer.allocUnsafeSlow(start.length + itemBytes + Math.max(0, versions.length - 1) + end.length)
  let at = start.copy(target)
  for (const [index, { object }] of versions.entries()) {
    if (index > 0) target[at++] = comma
    if (opening > 0) target[at++] = brace
    at += object.copyTo(target, at, skipped)
  }
  end.copy(target, at)
  return target
}

const [comma, brace] = [0x2c, 0x7b]

/** List items of built-in kinds omit kind and apiVersion, with which every stored text begins. */
function skippedBytes(kind: ServedKind): number {
  return `{"kind":"${kind.kind}","apiVersion":"${apiVersionOf(kind)}",`.length
}
