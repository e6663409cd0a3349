/** The current and desired versions of a stack and its components, and the progress of an upgrade. */
import type { StackEntry } from '@kubewright/dashboard/topics'
import { Age, Chip, type Tone } from '../parts.tsx'

const phases: Readonly<Record<string, readonly [Tone, string]>> = {
  before: ['busy', 'its first steps run'],
  components: ['busy', 'components change one by one'],
  after: ['busy', 'its last steps run'],
  'rolling-back': ['bad', 'rolls back'],
  'rolled-back': ['bad', 'was rolled back'],
}

export function Versions({ stack: { current, target, upgrade, components } }: { stack: StackEntry }) {
  if (current === undefined && target === undefined && upgrade === undefined) return null
  const versioned = components.filter(({ version }) => version !== undefined)
  const [tone, text] = (upgrade !== undefined && Object.hasOwn(phases, upgrade.phase) && phases[upgrade.phase]) || [
    'busy' as const,
    upgrade?.phase ?? '',
  ]
  return (
    <section class="card" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <dl class="numbers">
        <div>
          <dt>current</dt>
          <dd>{current ?? '–'}</dd>
        </div>
        {target === undefined ? null : (
          <div>
            <dt>requested</dt>
            <dd>{target}</dd>
          </div>
        )}
      </dl>
      {upgrade === undefined ? null : (
        <p class="row">
          <Chip tone={tone}>{text}</Chip>
          <span>
            from {upgrade.from} to {upgrade.to}
            {upgrade.current === undefined ? '' : `, now ${upgrade.current}`}
          </span>
          {upgrade.since === undefined ? null : (
            <span class="soft">
              since <Age at={upgrade.since} />
            </span>
          )}
          {upgrade.reason === undefined ? null : <span class="bad wrapped">{upgrade.reason}</span>}
        </p>
      )}
      {versioned.length === 0 ? null : (
        <ul class="labels" aria-label="Versions of components">
          {versioned.map(({ name, version }) => (
            <li key={name}>
              {name} {version}
              {upgrade?.done.includes(name) === true ? ' ✓' : ''}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
