/** An editor of a node's protocol: states, transitions and fault handlers. Edits are written to the text. */
import { useState } from 'preact/hooks'
import {
  addCrash,
  addFault,
  putState,
  addTransition,
  removeFault,
  removeState,
  removeTransition,
} from './edit-protocol.ts'
import type { ModelState, ModelType } from './protocol-model.ts'
import type { ProtocolSession, Sound } from './protocol-session.ts'

interface EditProps {
  readonly type: ModelType
  readonly session: ProtocolSession
  readonly onEdit: (edit: (text: string) => string) => void
}

export function ProtocolTab({ session, sound }: { session: ProtocolSession; sound: Sound }) {
  const node = sound.model.nodes.find(({ name }) => name === session.selected) ?? sound.model.nodes[0]
  const type = node && sound.model.types.get(node.type)
  if (type === undefined) return <p class="empty">There is no node yet. Write one in the text.</p>
  const isBehind = session.sound?.text !== session.text
  const edit = (change: (text: string) => string) => {
    if (isBehind) return
    session.setText(change(session.text))
    void session.check()
  }
  const props = { type, session, onEdit: edit }
  return (
    <fieldset class="edit" disabled={isBehind}>
      <legend>
        {type.name}, the type of{' '}
        {sound.model.nodes
          .filter((one) => one.type === type.name)
          .map(({ name }) => name)
          .join(', ')}
      </legend>
      {isBehind ? <p class="problem">Correct the text first.</p> : null}
      <p class="soft">
        Press a node in the topology to choose it, and states in its protocol to choose from where to where.
      </p>
      <States {...props} />
      <Transitions {...props} />
      <Faults {...props} />
      <button type="button" onClick={() => edit((text) => addCrash(text, type))}>
        Let it crash in every state
      </button>
    </fieldset>
  )
}

function States({ type, onEdit }: EditProps) {
  const [name, setName] = useState('')
  const add = (event: Event) => {
    event.preventDefault()
    onEdit((text) => putState(text, type.name, { name: name.trim(), needs: [], offers: [] }))
    setName('')
  }
  const isNew = name.trim() !== '' && !type.states.some((one) => one.name === name.trim())
  return (
    <section aria-label="States">
      <h2>States</h2>
      <ul class="plain">
        {type.states.map((state) => (
          <State key={state.name} type={type} state={state} onEdit={onEdit} />
        ))}
      </ul>
      <form class="row" onSubmit={add}>
        <input
          type="text"
          class="short"
          aria-label="Name of a new state"
          placeholder="new state"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" disabled={!isNew}>
          Add
        </button>
      </form>
    </section>
  )
}

/** Requirements and capabilities of a state can be edited. The initial state cannot be removed. */
function State({ type, state, onEdit }: Omit<EditProps, 'session'> & { readonly state: ModelState }) {
  const { name, needs, offers } = state
  const put = (next: Partial<ModelState>) => onEdit((text) => putState(text, type.name, { ...state, ...next }))
  return (
    <li class="row">
      <details>
        <summary>
          <strong>{name}</strong>{' '}
          <span class="soft">{partsOf(needs, offers) || (name === type.initial ? 'initial' : '')}</span>
        </summary>
        <span class="row">
          {type.requirements.map((one) => (
            <label class="check" key={`needs ${one}`}>
              <input
                type="checkbox"
                checked={needs.includes(one)}
                onChange={() => put({ needs: toggled(needs, one) })}
              />{' '}
              needs {one}
            </label>
          ))}
          {type.capabilities.map((one) => (
            <label class="check" key={`offers ${one}`}>
              <input
                type="checkbox"
                checked={offers.includes(one)}
                onChange={() => put({ offers: toggled(offers, one) })}
              />{' '}
              offers {one}
            </label>
          ))}
        </span>
      </details>
      {name === type.initial ? null : (
        <Remove label={`state ${name}`} onPress={() => onEdit((text) => removeState(text, type, name))} />
      )}
    </li>
  )
}

function toggled(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name]
}

function partsOf(needs: readonly string[], offers: readonly string[]): string {
  return [
    ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
    ...(offers.length > 0 ? [`offers ${offers.join(', ')}`] : []),
  ].join(' · ')
}

function Transitions({ type, session, onEdit }: EditProps) {
  const [name, setName] = useState('')
  const [needs, setNeeds] = useState<readonly string[]>([])
  const [isCrash, setCrash] = useState(false)
  const [from, to] = endsOf(type, session)
  const add = (event: Event) => {
    event.preventDefault()
    const operation = name.trim()
    const known = needs.filter((one) => type.requirements.includes(one))
    onEdit((text) => addTransition(text, type.name, { operation, from, to, needs: known, controllable: !isCrash }))
    setName('')
  }
  return (
    <section aria-label="Operations">
      <h2>Operations</h2>
      <ul class="plain">
        {type.transitions.map((one, index) => (
          <li key={index} class="row">
            <strong>{one.operation}</strong>
            <span class="soft">
              {one.from} → {one.to}
              {one.needs.length > 0 ? ` · needs ${one.needs.join(', ')}` : ''}
              {one.controllable ? '' : ' · happens by itself'}
            </span>
            <Remove
              label={`operation ${one.operation} from ${one.from}`}
              onPress={() => onEdit((text) => removeTransition(text, type.name, one))}
            />
          </li>
        ))}
      </ul>
      <form class="row" onSubmit={add}>
        <input
          type="text"
          class="short"
          aria-label="Name of a new operation"
          placeholder="new operation"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Ends type={type} session={session} what="operation" />
        {type.requirements.map((one) => (
          <label class="check" key={one}>
            <input type="checkbox" checked={needs.includes(one)} onChange={() => setNeeds(toggled(needs, one))} /> needs{' '}
            {one}
          </label>
        ))}
        <label class="check">
          <input type="checkbox" checked={isCrash} onChange={() => setCrash(!isCrash)} /> happens by itself
        </label>
        <button type="submit" disabled={name.trim() === ''}>
          Add
        </button>
      </form>
    </section>
  )
}

function Faults({ type, session, onEdit }: EditProps) {
  const [from, to] = endsOf(type, session)
  return (
    <section aria-label="Fault handlers">
      <h2>Fault handlers</h2>
      <ul class="plain">
        {type.faults.map((one) => (
          <li key={`${one.from} ${one.to}`} class="row">
            <span>
              {one.from} → {one.to}
            </span>
            <Remove
              label={`fault handler of ${one.from}`}
              onPress={() => onEdit((text) => removeFault(text, type.name, one.from, one.to))}
            />
          </li>
        ))}
      </ul>
      <div class="row">
        <Ends type={type} session={session} what="fault handler" />
        <button
          type="button"
          disabled={from === to || type.faults.some((one) => one.from === from && one.to === to)}
          onClick={() => onEdit((text) => addFault(text, type.name, from, to))}
        >
          Add
        </button>
      </div>
    </section>
  )
}

/** The selected states, by default the first ones. */
function endsOf({ states }: ModelType, { picked }: ProtocolSession): readonly [string, string] {
  const known = picked.filter((one) => states.some(({ name }) => name === one))
  return [known[0] ?? states[0]!.name, known[1] ?? states[1]?.name ?? states[0]!.name]
}

function Ends({ type, session, what }: { type: ModelType; session: ProtocolSession; what: string }) {
  const ends = endsOf(type, session)
  return (
    <>
      {(['from', 'to'] as const).map((side, index) => (
        <label key={side}>
          {side}{' '}
          <select
            aria-label={`${side} which state, ${what}`}
            value={ends[index]}
            onChange={({ currentTarget: { value } }) => session.pick(index === 0 ? [value, ends[1]] : [ends[0], value])}
          >
            {type.states.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  )
}

function Remove({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" class="remove" aria-label={`Remove the ${label}`} onClick={onPress}>
      ×
    </button>
  )
}
