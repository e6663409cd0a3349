/** One card for each controller: its kind and its load. */
import type { ControllerEntry } from '@kubewright/dashboard/topics'
import { Chip, Empty, type Tone } from '../parts.tsx'
import { formatRoute, kindParts } from '../route.ts'
import type { ObjectSummary } from './history-summary.ts'

interface Props {
  readonly controllers: readonly ControllerEntry[]
  readonly failing: readonly ObjectSummary[]
  readonly isComplete: boolean
}

export function ControllerCards({ controllers, failing, isComplete }: Props) {
  if (controllers.length === 0)
    return <Empty>{isComplete ? 'This program has no controllers.' : 'Waiting for the operator …'}</Empty>
  return (
    <ul class="cards" aria-label="Controllers">
      {controllers.map((one) => (
        <li key={`${one.name} ${one.cluster}`} class="card">
          <Card
            controller={one}
            failing={
              failing.filter(({ controller, cluster }) => controller === one.name && cluster === one.cluster).length
            }
          />
        </li>
      ))}
    </ul>
  )
}

function Card({ controller, failing }: { controller: ControllerEntry; failing: number }) {
  const { name, cluster, for: kind, owns, running, waiting, delayed, concurrency } = controller
  const [tone, text] = standingOf(controller, failing)
  return (
    <>
      <div class="row">
        <h2>{name}</h2>
        {cluster === undefined ? null : <span class="soft">in {cluster}</span>}
        <Chip tone={tone}>{text}</Chip>
      </div>
      <p class="soft">
        for <a href={formatRoute('objects', kindParts(kind))}>{kind.kind}</a>
        {owns.length === 0 ? '' : `, owns ${owns.map((one) => one.kind).join(', ')}`}
      </p>
      <dl class="numbers">
        <Count label="running" value={running} of={concurrency} />
        <Count label="queued" value={waiting} />
        <Count label="later" value={delayed} />
      </dl>
    </>
  )
}

function standingOf({ isWarm, isWorking, running }: ControllerEntry, failing: number): readonly [Tone, string] {
  if (failing > 0) return ['bad', `${failing} failing`]
  if (!isWarm) return ['busy', 'filling its caches']
  if (!isWorking) return ['quiet', 'not acting']
  return running > 0 ? ['busy', 'at work'] : ['good', 'at rest']
}

function Count({ label, value, of }: { label: string; value: number; of?: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value.toLocaleString('en')}
        {of === undefined ? null : <small> of {of}</small>}
      </dd>
    </div>
  )
}
