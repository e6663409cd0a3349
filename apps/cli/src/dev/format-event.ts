/** Formats events as lines for a person. Pure. */
import { escapeControls } from '@kubewright/core/input'
import { indented } from '../terminal/indented.ts'
import type { Paint } from '../terminal/paint.ts'
import type { DevEvent } from './dev-event.ts'
import { formatReconcile } from './format-reconcile.ts'

/** `undefined` for an event that gets no line. */
export function formatEvent(event: DevEvent, paint: Paint): string | undefined {
  const step = (text: string) => `${paint.green('•')} ${escapeControls(text)}`
  const problem = (text: string) => `${paint.red('!')} ${text}`
  switch (event.type) {
    case 'cluster':
      return step(`cluster ${event.url}`)
    case 'dashboard':
      return step(`dashboard ${event.url}`)
    case 'changed':
      return step(`${listed(event.files)} changed`)
    case 'installed':
      return step(`installed ${listed(event.crds)}`)
    case 'applied':
      return step(`applied ${listed(event.objects)}`)
    case 'broken':
      return problem(brokenText(event))
    case 'operator':
      return operatorLine(event, { step, problem })
    case 'reconcile':
      return formatReconcile(event, paint)
    case 'line':
      return `${paint.dim('│')} ${withoutColors(event.text)}`
    case 'problem':
      return problem(indented(event.code === undefined ? event.message : `${event.message} (${event.code})`))
    case 'hint':
      return step(event.text)
    default:
      return undefined
  }
}

function operatorLine(
  { state, main, how }: Extract<DevEvent, { type: 'operator' }>,
  { step, problem }: Record<'step' | 'problem', (text: string) => string>,
): string | undefined {
  if (state === 'starting') return step(`starting ${main}`)
  if (state === 'stopping') return step('stopping')
  if (state === 'stopped' && how !== undefined)
    return problem(`The operator ended with ${escapeControls(how)}. It restarts when a file changes.`)
  return undefined
}

function brokenText({ crd, objects, more }: Extract<DevEvent, { type: 'broken' }>): string {
  const rows = objects.map(({ object, why }) => `\n    ${escapeControls(object)}: ${indented(why, '      ')}`)
  const rest = more === 0 ? '' : `\n    … and ${more} more`
  return (
    `Stored objects do not match the new schema of ${escapeControls(crd)}. They stay as they are, but every write to them fails until they are corrected:` +
    `${rows.join('')}${rest}\n  Correct them with kubectl edit, or make the change compatible: kubewright check explains how.`
  )
}

/** `a, b and 3 more` */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ')
  return names.length > 4 ? `${shown} and ${names.length - 4} more` : shown
}

/** Removes the operator's colours. Other control characters are shown escaped. */
function withoutColors(line: string): string {
  // oxlint-disable-next-line no-control-regex -- colours are control characters
  return line.replaceAll(/\u001b\[[\d;]*m/g, '')
}
