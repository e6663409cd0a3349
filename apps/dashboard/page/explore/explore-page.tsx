/** Explore: runs an exploration, shows its progress, and explains each failure. */
import type {
  ExplorationEntry,
  ExplorationRunEntry,
  ExploredFailureEntry,
  StorySequence,
} from '@kubewright/dashboard/exploration'
import { useState } from 'preact/hooks'
import { Boundary } from '../boundary.tsx'
import { formatCount, formatMs } from '../format.ts'
import { lazy } from '../lazy.tsx'
import { Chip, Empty, Failure, Problem, type Tone } from '../parts.tsx'
import { useDoing, useLink, useNow, usePage, useTable } from '../page-context.tsx'
import { formatRoute, type Route } from '../route.ts'
import { CopyLine } from './copy-line.tsx'
import { exploreLine } from './play-line.ts'
import { type OpenedReport, readReport } from './report-file.ts'
import { StartForm } from './start-form.tsx'
import type { StoryViewProps } from './story-view.tsx'

const StoryView = lazy(() => import('./story-view.tsx').then((module) => module.StoryView))

/** `#/explore`, `#/explore/failure/1`, and `#/explore/opened/1` for a report that was opened here. */
export function exploreTopics({ parts }: Route): readonly string[] {
  const [where, number = ''] = parts
  const story = where === 'failure' && /^\d{1,6}$/.test(number) ? [`exploration-story:${number}`] : []
  return ['explorations', 'exploration', ...story]
}

/** Kept while the page is open: the server does not have a report opened from a file. */
let opened: OpenedReport | undefined

export function ExplorePage({ route }: { route: Route }) {
  const [, show] = useState(0)
  const { entries } = useTable<ExplorationRunEntry | ExploredFailureEntry>('exploration')
  const run = entries.get('run') as ExplorationRunEntry | undefined
  const failures = [...entries].filter(([key]) => key !== 'run') as [string, ExploredFailureEntry][]
  failures.sort(([one], [two]) => Number(one) - Number(two))
  const open = (report: OpenedReport) => {
    opened = report
    show((version) => version + 1)
    if (report.failures.length > 0) location.hash = formatRoute('explore', ['opened', '1'])
  }
  return (
    <>
      <div class="heading">
        <h1>Explore</h1>
        <span class="soft">what an operator does when something goes wrong at any moment</span>
      </div>
      <Start run={run} />
      {run === undefined ? null : <Run run={run} failures={failures} route={route} />}
      <Chosen route={route} run={run} failures={failures} />
      <Opened report={opened} route={route} onOpen={open} />
    </>
  )
}

function Start({ run }: { run: ExplorationRunEntry | undefined }) {
  const { connection } = usePage()
  const { server } = useLink()
  const doing = useDoing()
  const { entries, isComplete, problem } = useTable<ExplorationEntry>('explorations')
  const files = [...entries.keys()]
  const isAllowed = server?.allows.includes('explore') === true
  const isRunning = run !== undefined && run.endedAt === undefined
  return (
    <section class="card" aria-labelledby="start">
      <h2 id="start">Explorations of this project</h2>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      {files.length === 0 ? (
        <Empty>{isComplete ? 'No file NAME.explore.ts is in this project.' : 'Looking for NAME.explore.ts …'}</Empty>
      ) : isAllowed ? (
        <StartForm
          files={files}
          isBusy={doing.isBusy || isRunning}
          onStart={(request) => doing.run(() => connection.post('explore', request))}
        />
      ) : (
        <>
          <p>This dashboard only shows. Explore in a terminal:</p>
          <div class="actions">
            <CopyLine text={exploreLine(files[0])} />
          </div>
        </>
      )}
      <Failure text={doing.failure} />
    </section>
  )
}

const states: Readonly<Record<ExplorationRunEntry['state'], Tone>> = {
  running: 'busy',
  stopping: 'busy',
  done: 'good',
  stopped: 'quiet',
  failed: 'bad',
}

interface RunProps {
  readonly run: ExplorationRunEntry
  readonly failures: readonly (readonly [string, ExploredFailureEntry])[]
  readonly route: Route
}

function Run({ run, failures, route }: RunProps) {
  const { connection } = usePage()
  const doing = useDoing()
  const { request, state, runs, faults, strategies, endedAt, problem, truncated, seed } = run
  return (
    <section class="card" aria-labelledby="run">
      <div class="row">
        <h2 id="run">{request.file}</h2>
        <Chip tone={states[state]}>{state}</Chip>
        {seed === undefined ? null : <span class="soft">seed {seed}</span>}
        {endedAt === undefined ? (
          <button
            type="button"
            disabled={doing.isBusy || state === 'stopping'}
            onClick={() => doing.run(() => connection.post('stop-exploring', {}))}
          >
            Stop
          </button>
        ) : null}
      </div>
      <Failure text={doing.failure} />
      <dl class="numbers">
        <Figure name="runs">{runs.toLocaleString('en')}</Figure>
        <Figure name="faults">{faults.toLocaleString('en')}</Figure>
        <Figure name="failures">{run.failures.toLocaleString('en')}</Figure>
        <Figure name="time">
          <Elapsed run={run} />
        </Figure>
      </dl>
      <ul class="plain strategies">
        {strategies.map(({ name, played, plans }) => (
          <li key={name}>
            <label>
              {name} <progress value={played} max={plans} /> <span class="soft">{`${played} of ${plans}`}</span>
            </label>
          </li>
        ))}
      </ul>
      {problem === undefined ? null : <pre class="problem bad">{problem}</pre>}
      {truncated === undefined ? null : <p class="soft">Not everything was explored: {truncated}</p>}
      {endedAt !== undefined && problem === undefined && failures.length === 0 ? <p>Nothing was found.</p> : null}
      <FailureLinks where="failure" failures={failures} route={route} />
    </section>
  )
}

function Figure({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Elapsed({ run: { startedAt, endedAt } }: { run: ExplorationRunEntry }) {
  const at = useNow()
  return <>{formatMs(Math.max(0, (endedAt ?? at) - startedAt))}</>
}

interface LinksProps {
  readonly where: 'failure' | 'opened'
  readonly failures: readonly (readonly [string, { readonly oracle: string; readonly message: string }])[]
  readonly route: Route
}

function FailureLinks({ where, failures, route: { parts } }: LinksProps) {
  if (failures.length === 0) return null
  return (
    <ol class="plain failures" aria-label="Failures">
      {failures.map(([number, { oracle, message }]) => (
        <li key={number}>
          <a
            href={formatRoute('explore', [where, number])}
            aria-current={parts[0] === where && parts[1] === number ? 'true' : undefined}
          >
            <Chip tone="bad">{oracle}</Chip> {message}
          </a>
        </li>
      ))}
    </ol>
  )
}

interface OpenedProps {
  readonly report: OpenedReport | undefined
  readonly route: Route
  readonly onOpen: (report: OpenedReport) => void
}

/** The file is read in the browser and never uploaded. */
function Opened({ report, route, onOpen }: OpenedProps) {
  const doing = useDoing()
  const read = (file: File | undefined) => {
    if (file !== undefined) doing.run(async () => onOpen(await readReport(file)))
  }
  const failures = (report?.failures ?? []).map((one, at) => [String(at + 1), one] as const)
  return (
    <details class="card" open={report !== undefined}>
      <summary>Open a report</summary>
      <label class="open-report">
        A file that <code>kubewright explore FILE --json</code> wrote
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => read(currentTarget.files?.[0])}
        />
      </label>
      <Failure text={doing.failure} />
      {report === undefined ? null : (
        <p>
          {report.name}: {formatCount(report.runs, 'run')}, {formatCount(report.failures.length, 'failure')}
        </p>
      )}
      <FailureLinks where="opened" failures={failures} route={route} />
    </details>
  )
}

interface ChosenProps {
  readonly route: Route
  readonly run: ExplorationRunEntry | undefined
  readonly failures: RunProps['failures']
}

function Chosen({ route: { parts }, run, failures }: ChosenProps) {
  const [where, number = ''] = parts
  const { entries } = useTable<StorySequence>(`exploration-story:${number}`)
  if (where === 'opened') {
    const failure = opened?.failures[Number(number) - 1]
    if (failure === undefined) return <Empty>Open the report again: it is lost when the page is reloaded.</Empty>
    return <Story failure={failure} sequence={failure.sequence} file={undefined} number={Number(number)} />
  }
  const failure = where === 'failure' ? failures.find(([key]) => key === number)?.[1] : undefined
  if (failure === undefined) return null
  return <Story failure={failure} sequence={entries.get('sequence')} file={run?.request.file} number={Number(number)} />
}

function Story(props: StoryViewProps) {
  return (
    <Boundary what="This story" which={`${props.number} ${props.failure.oracle} ${props.failure.message}`}>
      <StoryView {...props} />
    </Boundary>
  )
}
