/** Stacks: all of them, and one in detail. */
import type { BackupEntry, MonitoringEntry, RestoreEntry, StackRow } from '@kubewright/dashboard/topics'
import { useState } from 'preact/hooks'
import { formatCount, formatKey } from '../format.ts'
import { Chip, Empty, Problem, SearchBox } from '../parts.tsx'
import { useTable } from '../page-context.tsx'
import { formatRoute, kindParts, noNamespace, type Route } from '../route.ts'
import { Backups } from './backups.tsx'
import { MonitoringTable } from './monitoring.tsx'
import { StackPage } from './stack-page.tsx'
import { stackTopics } from './stack-topics.ts'

export function stacksTopics({ parts }: Route): readonly string[] {
  return parts.length === 5 ? stackTopics(parts) : ['stacks', 'backups', 'restores', 'monitorings']
}

export function StacksPage({ route }: { route: Route }) {
  return route.parts.length === 5 ? <StackPage key={route.parts.join('/')} route={route} /> : <StackList />
}

export function stackRoute(stack: Pick<StackRow, 'group' | 'version' | 'kind' | 'namespace' | 'name'>): string {
  return formatRoute('stacks', [...kindParts(stack), stack.namespace ?? noNamespace, stack.name])
}

const byName = (one: { namespace?: string; name: string }, two: { namespace?: string; name: string }) =>
  formatKey(one) < formatKey(two) ? -1 : 1

/** The limit of cards and rows drawn at once; the search finds the others. */
const mostShown = 100

const matches = (words: readonly string[]) => (one: { kind: string; namespace?: string; name: string }) =>
  words.every((word) => `${one.kind} ${formatKey(one)}`.toLowerCase().includes(word))

function StackList() {
  const { entries, isComplete, problem } = useTable<StackRow>('stacks')
  const backups = useTable<BackupEntry>('backups')
  const restores = useTable<RestoreEntry>('restores')
  const monitorings = useTable<MonitoringEntry>('monitorings')
  const [text, setText] = useState('')
  const isWanted = matches(text.toLowerCase().split(/\s+/).filter(Boolean))
  const stacks = [...entries.values()].filter(isWanted).sort(byName)
  const plans = [...backups.entries.values()].filter(isWanted).sort(byName)
  const monitored = [...monitorings.entries.values()].filter(isWanted).sort(byName)
  const trouble = problem ?? backups.problem ?? monitorings.problem
  return (
    <>
      <div class="heading">
        <h1>Stacks</h1>
        <span class="soft" role="status">
          {isComplete ? formatCount(entries.size, 'stack') : 'Looking …'}
          {stacks.length > mostShown ? `, the first ${mostShown} are shown` : ''}
        </span>
      </div>
      {trouble === undefined ? null : <Problem>{trouble}</Problem>}
      {entries.size > 8 || text !== '' ? (
        <SearchBox label="Search: kind, namespace, name" value={text} onInput={setText} />
      ) : null}
      {isComplete && stacks.length === 0 ? (
        <Empty>{entries.size === 0 ? 'There is no stack in this cluster.' : 'Nothing matches.'}</Empty>
      ) : null}
      <ul class="cards">
        {stacks.slice(0, mostShown).map((stack) => (
          <StackCard key={stackRoute(stack)} stack={stack} />
        ))}
      </ul>
      {plans.length === 0 ? null : (
        <section class="card" aria-labelledby="backups">
          <h2 id="backups">Backups</h2>
          <Backups backups={plans.slice(0, mostShown)} restores={[...restores.entries.values()]} />
        </section>
      )}
      {monitored.length === 0 ? null : (
        <section class="card" aria-labelledby="monitoring">
          <h2 id="monitoring">Monitoring</h2>
          <MonitoringTable monitorings={monitored.slice(0, mostShown)} />
        </section>
      )}
    </>
  )
}

function StackCard({ stack }: { stack: StackRow }) {
  const { health, running, components, left, step, current, target, upgrade } = stack
  return (
    <li class="card">
      <div class="row">
        <h2>
          <a href={stackRoute(stack)}>{formatKey(stack)}</a>
        </h2>
        <Chip tone={health.tone} {...(health.message === undefined ? {} : { title: health.message })}>
          {health.text === '' ? 'unknown' : health.text}
        </Chip>
      </div>
      <p class="soft">
        {stack.kind}
        {current === undefined ? '' : ` ${current}`}
        {target !== undefined && target !== current ? `, requested: ${target}` : ''}
      </p>
      <dl class="numbers">
        <div>
          <dt>of {formatCount(components, 'component')} run</dt>
          <dd>{running}</dd>
        </div>
        <div>
          <dt>{left === 1 ? 'step' : 'steps'} left</dt>
          <dd>{left}</dd>
        </div>
      </dl>
      {components === 0 ? null : (
        <progress max={components} value={running} aria-label={`${running} of ${components} components run`} />
      )}
      {step === undefined ? null : <p class="soft wrapped">{step}</p>}
      {upgrade?.reason === undefined ? null : <p class="bad wrapped">{upgrade.reason}</p>}
    </li>
  )
}
