/** Objects whose last reconcile failed, each with an explanation and a remedy. */
import type { ControllerEntry } from '@kubewright/dashboard/topics'
import { formatKey } from '../format.ts'
import { Age } from '../parts.tsx'
import { kindOf } from './controller-kind.ts'
import { ErrorExplanation } from './error-explanation.tsx'
import type { ObjectSummary } from './history-summary.ts'
import { ObjectActions } from './object-actions.tsx'
import { historyRoute } from './reconcile-row.tsx'

interface Props {
  readonly objects: readonly ObjectSummary[]
  readonly controllers: ReadonlyMap<string, ControllerEntry>
}

/** Further objects are only counted. */
const shown = 5

export function FailingObjects({ objects, controllers }: Props) {
  return (
    <section class="card failing" aria-labelledby="failing">
      <h2 id="failing">Failing</h2>
      <ul class="plain">
        {objects.slice(0, shown).map((object) => {
          const [last] = object.reconciles
          return (
            <li key={object.key}>
              <div class="row">
                <a href={historyRoute(object)}>{formatKey(object)}</a> <span class="soft">{object.controller}</span>
                <span class="soft">
                  <Age at={last!.startedAt} /> ago
                </span>
              </div>
              {last?.error === undefined ? null : <ErrorExplanation error={last.error} />}
              <ObjectActions object={object} kind={kindOf(controllers, object.controller)} isPaused={false} />
            </li>
          )
        })}
      </ul>
      {objects.length > shown ? (
        <p class="soft">… and {objects.length - shown} more: search the history for “error”.</p>
      ) : null}
    </section>
  )
}
