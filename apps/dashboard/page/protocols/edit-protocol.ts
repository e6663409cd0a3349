/**
 * Edits a protocol in its text. Comments and formatting of everything else are kept. Pure.
 *
 * Each function returns the new text. An unknown type leaves the text unchanged: it may have been renamed in the meantime.
 */
import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml'
import type { ModelState, ModelTransition, ModelType } from './protocol-model.ts'

export type NewTransition = Omit<ModelTransition, 'cost'>

/** Adds a state, or replaces its requirements and capabilities. */
export function putState(text: string, type: string, { name, needs, offers }: ModelState): string {
  return edited(text, type, (map, document) => {
    const parts = { ...(needs.length > 0 ? { needs } : {}), ...(offers.length > 0 ? { offers } : {}) }
    sectionOf(map, 'states', document).set(name, flow(document, parts))
  })
}

/** Also removes the transitions and fault handlers from or to the state. */
export function removeState(text: string, { name: type, transitions, faults }: ModelType, state: string): string {
  const touches = ({ from, to }: { readonly from: string; readonly to: string }) => from === state || to === state
  const without = transitions.filter(touches).reduce((so, one) => removeTransition(so, type, one), text)
  const rest = faults.filter(touches).reduce((so, { from, to }) => removeFault(so, type, from, to), without)
  return edited(rest, type, (map, document) => void sectionOf(map, 'states', document).delete(state))
}

export function addTransition(text: string, type: string, { operation, from, to, needs, controllable }: NewTransition) {
  return edited(text, type, (map, document) => {
    const operations = sectionOf(map, 'operations', document)
    const parts = { from, to, ...(needs.length > 0 ? { needs } : {}), ...(controllable ? {} : { controllable }) }
    const made = flow(document, parts)
    const known = operations.get(operation, true) as unknown
    if (isSeq(known)) known.add(made)
    else if (isMap(known)) operations.set(operation, listOf([known, made]))
    else operations.set(operation, made)
  })
}

export function removeTransition(
  text: string,
  type: string,
  { operation, from, to }: Pick<ModelTransition, 'operation' | 'from' | 'to'>,
): string {
  return edited(text, type, (map, document) => {
    const operations = sectionOf(map, 'operations', document)
    const known = operations.get(operation, true) as unknown
    const all = isSeq(known) ? known.items : [known]
    const left = all.filter((one) => !isMap(one) || one.get('to') !== to || leaveSource(one, from))
    if (left.length === 0) operations.delete(operation)
    else if (isSeq(known)) known.items = left
  })
}

/** Removes a source of a transition. @returns whether the transition has others */
function leaveSource(transition: YAMLMap, from: string): boolean {
  const sources = transition.get('from', true) as unknown
  if (!isSeq(sources)) return transition.get('from') !== from
  sources.items = sources.items.filter((one) => (isScalar(one) ? one.value : one) !== from)
  return sources.items.length > 0
}

export function addFault(text: string, type: string, from: string, to: string): string {
  return edited(text, type, (map, document) => {
    const faults = sectionOf(map, 'faults', document)
    const known = faults.get(from, true) as unknown
    if (isSeq(known)) known.add(document.createNode(to))
    else if (isScalar(known)) faults.set(from, listOf([known, document.createNode(to)]))
    else faults.set(from, document.createNode(to))
  })
}

export function removeFault(text: string, type: string, from: string, to: string): string {
  return edited(text, type, (map, document) => {
    const faults = sectionOf(map, 'faults', document)
    const known = faults.get(from, true) as unknown
    if (isSeq(known)) known.items = known.items.filter((one) => (isScalar(one) ? one.value : one) !== to)
    if (!isSeq(known) || known.items.length === 0) faults.delete(from)
  })
}

/**
 * Adds a crash to every state in which a component is alive: a state `crashed`, an uncontrollable operation, the missing fault
 * handlers, and a recovery.
 */
export function addCrash(text: string, type: ModelType): string {
  const sink = 'crashed'
  const alive = type.states.map(({ name }) => name).filter((name) => name !== type.initial && name !== sink)
  const has = (operation: string, from: string) =>
    type.transitions.some((one) => one.operation === operation && one.from === from)
  let next = type.states.some(({ name }) => name === sink)
    ? text
    : putState(text, type.name, { name: sink, needs: [], offers: [] })
  for (const from of alive) {
    if (has('crash', from)) continue
    next = addTransition(next, type.name, { operation: 'crash', from, to: sink, needs: [], controllable: false })
  }
  for (const { name, needs } of type.states) {
    const isHandled = type.faults.some(({ from }) => from === name)
    if (name !== sink && needs.length > 0 && !isHandled) next = addFault(next, type.name, name, sink)
  }
  const leads = type.transitions.some(({ from, controllable }) => from === sink && controllable)
  const back = { operation: 'recover', from: sink, to: type.initial, needs: [], controllable: true }
  return leads ? next : addTransition(next, type.name, back)
}

function edited(text: string, type: string, edit: (map: YAMLMap, document: Document) => void): string {
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' })
  if (document.errors.length > 0) return text
  const map = document.getIn(['types', type], true)
  if (!isMap(map)) return text
  edit(map, document as unknown as Document)
  return document.toString({ lineWidth: 0, flowCollectionPadding: true })
}

/** A section of a type. Created if missing. */
function sectionOf(map: YAMLMap, name: string, document: Document): YAMLMap {
  const known = map.get(name, true) as unknown
  if (isMap(known)) return known
  const made = document.createNode({}) as unknown as YAMLMap
  map.set(name, made)
  return made
}

function flow(document: Document, value: object): unknown {
  const made = document.createNode(value, { flow: true })
  return made
}

function listOf(items: readonly unknown[]): YAMLSeq {
  const list = new YAMLSeq()
  list.items = [...items]
  return list
}
