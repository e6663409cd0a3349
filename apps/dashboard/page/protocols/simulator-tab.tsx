/** The simulator: the possible steps, the blocked ones with their reasons, and the history. */
import { formatStep, type Step } from '@kubewright/protocol'
import { formatCount } from '../format.ts'
import type { ProtocolSession } from './protocol-session.ts'
import type { Outlook } from './protocol-request.ts'

export function SimulatorTab({ session }: { session: ProtocolSession }) {
  const { outlook, history } = session
  if (outlook === undefined || history === undefined) return <p class="empty">Thinking …</p>
  return (
    <>
      <div class="actions">
        <button type="button" disabled={history.done === 0} onClick={() => void session.goTo(history.done - 1)}>
          Undo
        </button>
        <button
          type="button"
          disabled={history.done === history.moves.length}
          onClick={() => void session.goTo(history.done + 1)}
        >
          Redo
        </button>
        <button type="button" onClick={() => void session.restart()}>
          Reset
        </button>
        <label class="check">
          <input
            type="checkbox"
            checked={session.settles}
            onChange={({ currentTarget }) => session.setSettles(currentTarget.checked)}
          />{' '}
          handle faults at once
        </label>
      </div>
      <Faults outlook={outlook} />
      <Choices session={session} outlook={outlook} />
      <Waiting outlook={outlook} />
      <Way session={session} />
    </>
  )
}

function Faults({ outlook: { faults } }: { outlook: Outlook }) {
  if (faults.length === 0) return null
  return (
    <div class="problem bad" role="status">
      {faults.map(({ node, requirement, unhandled }) => (
        <p key={`${node} ${requirement}`}>
          {node} misses its {requirement}.
          {unhandled.length === 0
            ? ' Operations wait until the fault is handled.'
            : ` No fault handler leads out of ${unhandled.join(', ')}, so the whole application is blocked.`}
        </p>
      ))}
    </div>
  )
}

/** The limit of buttons shown. */
const mostShown = 200

const groups = [
  ['Fault handling', (step: Step) => step.kind !== 'operation'],
  ['Controllable operations', (step: Step) => step.kind === 'operation' && step.controllable],
  ['Uncontrollable operations', (step: Step) => step.kind === 'operation' && !step.controllable],
] as const

function Choices({ session, outlook: { steps } }: { session: ProtocolSession; outlook: Outlook }) {
  if (steps.length === 0) return <p class="empty">Nothing can happen in this state.</p>
  return (
    <>
      {groups.map(([title, belongs]) => {
        const some = steps.filter(belongs)
        if (some.length === 0) return null
        return (
          <section key={title} aria-label={title} class="choices">
            <h2>{title}</h2>
            <ul>
              {some.slice(0, mostShown).map((step) => (
                <li key={`${formatStep(step)} ${step.from} ${step.to}`}>
                  <button type="button" class={kindOf(step)} onClick={() => void session.take(step)}>
                    {formatStep(step)}{' '}
                    <span class="soft">
                      {step.from} → {step.to}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {some.length > mostShown ? <p class="soft">… and {some.length - mostShown} more</p> : null}
          </section>
        )
      })}
    </>
  )
}

function kindOf(step: Step): string {
  if (step.kind !== 'operation') return 'step-fault'
  return step.controllable ? 'step-operation' : 'step-crash'
}

function Waiting({ outlook: { refused } }: { outlook: Outlook }) {
  if (refused.length === 0) return null
  return (
    <details class="waiting">
      <summary>{formatCount(refused.length, 'operation')} cannot be performed now</summary>
      <ul class="plain">
        {refused.map(({ line, why }) => (
          <li key={`${line} ${why}`}>
            <strong>{line}</strong> <span class="soft">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Way({ session }: { session: ProtocolSession }) {
  const { moves, done } = session.history!
  return (
    <section aria-label="The way so far">
      <h2 class="way">The way so far</h2>
      <ol class="steps" aria-live="polite">
        <li>
          <button type="button" class="link-button" disabled={done === 0} onClick={() => void session.goTo(0)}>
            the start
          </button>
        </li>
        {moves.map(({ steps }, index) => (
          <li key={index} class={index < done ? '' : 'undone'} aria-current={index + 1 === done ? 'step' : undefined}>
            <button
              type="button"
              class="link-button"
              disabled={index + 1 === done}
              onClick={() => void session.goTo(index + 1)}
            >
              {formatStep(steps[0]!)}
            </button>
            {steps.length === 1 ? null : <span class="soft"> then {steps.slice(1).map(formatStep).join(', ')}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
