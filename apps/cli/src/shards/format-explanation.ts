/** Formats the ownership of an object for a person. Pure. */
import { escapeControls } from '@kubewright/core/input'
import type { PlaceExplanation } from '@kubewright/sharding'
import type { Paint } from '../terminal/paint.ts'
import { ago } from './format-ring.ts'

export function formatExplanation(explained: PlaceExplanation, now: number, paint: Paint): string {
  const { child, ring, key, hash, token, label, actor, target, drainingSince, why } = explained
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['ring', ring],
    ['key', key],
    ['hash', hash],
    ['token', token === undefined ? undefined : `${token} of ${target || 'no shard'}`],
    ['belongs to', target || 'no shard'],
    ['may act', actor || 'no shard'],
    ['label', label || 'none'],
    ['draining', drainingSince === undefined ? undefined : `since ${ago(now - drainingSince)}`],
  ]
  const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const width = Math.max(...known.map(([name]) => name.length))
  return [
    ...(child === undefined
      ? []
      : [`${nameOf(child)} moves with its owner; it has the label of ${escapeControls(child.label || 'no shard')}.`]),
    paint.bold(nameOf(explained)),
    ...known.map(([name, value]) => `  ${name.padEnd(width)}  ${escapeControls(value)}`),
    '',
    ...why.map((line) => escapeControls(line)),
    '',
  ].join('\n')
}

function nameOf({ kind, namespace, name }: { kind: string; namespace?: string; name: string }): string {
  return escapeControls(`${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`)
}
