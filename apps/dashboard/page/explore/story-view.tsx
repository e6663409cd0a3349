/** One failure: the violated rule, the steps that led to it, and how to replay it. */
import type { ExploredFailure, StoryMoment, StorySequence } from '@kubewright/dashboard/exploration'
import { useEffect, useState } from 'preact/hooks'
import { stringify } from 'yaml'
import { fieldChanges } from '../objects/field-changes.ts'
import { inUsualOrder } from '../objects/plain-object.ts'
import { Chip, type Tone } from '../parts.tsx'
import { CopyLine } from './copy-line.tsx'
import { firstFault, momentText } from './moment-text.ts'
import { type ObjectState, statesAt } from './object-states.ts'
import { exploreLine, planName } from './play-line.ts'
import { SequenceDiagram } from './sequence-diagram.tsx'
import { storyObject } from './story-object.ts'

export interface StoryViewProps {
  readonly failure: Omit<ExploredFailure, 'sequence'>
  /** `undefined` if there is none, or it has not arrived yet. */
  readonly sequence: StorySequence | undefined
  /** The explored file, if known. */
  readonly file: string | undefined
  /** Part of the name of the plan's file. */
  readonly number: number
}

type Shown = 'diagram' | 'list' | 'text'
const shownAs: readonly (readonly [Shown, string])[] = [
  ['diagram', 'Diagram'],
  ['list', 'List'],
  ['text', 'Text'],
]

export function StoryView({ failure, sequence, file, number }: StoryViewProps) {
  const [shown, setShown] = useState<Shown>('diagram')
  const [at, setAt] = useState(0)
  const moments = sequence?.moments ?? []
  useEffect(() => setAt(Math.max(0, firstFault(moments))), [sequence])
  const how = sequence === undefined ? 'text' : shown
  const go = (to: number) => setAt(Math.max(0, Math.min(moments.length - 1, to)))
  return (
    <section class="card story-view" aria-labelledby="failure">
      <div class="row">
        <h2 id="failure">{failure.message}</h2>
        <Chip tone="bad">{failure.oracle}</Chip>
        <span class="soft">{failure.times === 1 ? 'in one run' : `in ${failure.times} runs`}</span>
      </div>
      <div class="actions">
        {sequence === undefined ? null : (
          <div class="actions" role="group" aria-label="Shown as">
            {shownAs.map(([name, text]) => (
              <button key={name} type="button" aria-pressed={how === name} onClick={() => setShown(name)}>
                {text}
              </button>
            ))}
          </div>
        )}
        {how === 'text' ? null : <Steps moments={moments} at={at} go={go} />}
      </div>
      {how === 'text' || sequence === undefined ? (
        <pre tabIndex={0}>{failure.story}</pre>
      ) : (
        <div class="stepped" onKeyDown={(event) => stepByKey(event, at, moments.length, go)}>
          {how === 'diagram' ? (
            <SequenceDiagram moments={moments} current={at} onPick={go} />
          ) : (
            <MomentList moments={moments} current={at} onPick={go} />
          )}
          <Moment sequence={sequence} at={at} />
        </div>
      )}
      <PlayAgain failure={failure} file={file} number={number} />
    </section>
  )
}

function stepByKey(event: KeyboardEvent, at: number, count: number, go: (to: number) => void): void {
  const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[
    event.key
  ]
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  go(to)
}

function Steps({ moments, at, go }: { moments: readonly StoryMoment[]; at: number; go: (to: number) => void }) {
  const fault = firstFault(moments)
  return (
    <div class="actions" role="group" aria-label="Steps">
      <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>
        ← Back
      </button>
      <button type="button" disabled={at >= moments.length - 1} onClick={() => go(at + 1)}>
        Next →
      </button>
      <button type="button" disabled={fault < 0 || at === fault} onClick={() => go(fault)}>
        To the fault
      </button>
      <span class="soft">
        {at + 1} of {moments.length}
      </span>
    </div>
  )
}

function MomentList({
  moments,
  current,
  onPick,
}: {
  moments: readonly StoryMoment[]
  current: number
  onPick: (at: number) => void
}) {
  return (
    <ol class="plain moments" aria-label="What happens">
      {moments.map((moment, at) => (
        <li key={at} class={moment.type === 'fault' || moment.struck !== undefined ? 'wrong' : moment.type}>
          <button
            type="button"
            class="link-button"
            aria-current={at === current ? 'step' : undefined}
            onClick={() => onPick(at)}
          >
            {moment.type === 'fault' || moment.struck !== undefined ? <span aria-hidden="true">✕ </span> : null}
            {momentText(moment)}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Objects changed by the moment come first. */
const mostObjects = 200

/** The selected moment, and the objects after it. */
function Moment({ sequence, at }: { sequence: StorySequence; at: number }) {
  const moment = sequence.moments[at]
  if (moment === undefined) return null
  const states = statesAt(sequence, at)
  const isWrong = moment.type === 'fault' || moment.struck !== undefined
  return (
    <div class="moment-now">
      <p class={isWrong ? 'problem bad' : 'now'} role="status">
        {isWrong ? 'This goes wrong: ' : ''}
        {momentText(moment)}
      </p>
      <h3>Objects at this moment</h3>
      {states.length === 0 ? <p class="soft">None yet.</p> : null}
      {states.slice(0, mostObjects).map((state) => (
        <ObjectBox key={state.name} object={state} />
      ))}
      {states.length > mostObjects ? <p class="soft">And {states.length - mostObjects} more.</p> : null}
    </div>
  )
}

const tones: Readonly<Record<NonNullable<ObjectState['news']>, Tone>> = { made: 'good', changed: 'busy', gone: 'bad' }

function ObjectBox({ object: { name, state, news, before } }: { object: ObjectState }) {
  const [isOpen, setOpen] = useState(news !== undefined)
  useEffect(() => setOpen(news !== undefined), [news])
  return (
    <details class="object-state" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name} {news === undefined ? null : <Chip tone={tones[news]}>{news}</Chip>}
      </summary>
      {isOpen ? <ObjectContent state={state} before={news === 'changed' ? before : undefined} /> : null}
    </details>
  )
}

/** Rendered only when open: a story may have many objects. */
function ObjectContent({ state, before }: Pick<ObjectState, 'state' | 'before'>) {
  const [now, old] = [storyObject(state), storyObject(before)]
  const changes = now !== undefined && old !== undefined ? fieldChanges(old, now) : []
  return (
    <>
      {changes.map(({ path, before: from, after }) => (
        <p key={path} class="line">
          <code>{path}</code>: {short(from)} → {short(after)}
        </p>
      ))}
      {state === undefined ? <p class="soft">It is too long to be shown.</p> : null}
      {typeof state === 'string' && now === undefined ? <p class="soft">It cannot be shown.</p> : null}
      {now === undefined ? null : <pre>{stringify(inUsualOrder(now))}</pre>}
    </>
  )
}

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** The plan as a download, and the command that replays it. */
function PlayAgain({
  failure,
  file,
  number,
}: {
  failure: Omit<ExploredFailure, 'sequence'>
  file: string | undefined
  number: number
}) {
  const name = planName(failure.oracle, number)
  const save = () => {
    const url = URL.createObjectURL(new Blob([failure.planFile], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <div class="play-again">
      <h3>See it again</h3>
      <div class="actions">
        <button type="button" onClick={save}>
          Save the plan
        </button>
        <CopyLine text={exploreLine(file, name)} />
      </div>
      <details>
        <summary>The plan</summary>
        <pre tabIndex={0}>{failure.planFile}</pre>
      </details>
    </div>
  )
}
