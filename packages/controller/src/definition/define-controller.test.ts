import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { defineController } from './define-controller.ts'
import { defineGroupController } from './group-controller.ts'
import { done } from './outcome.ts'
import { poll } from './poll.ts'
import { watch } from './watch.ts'

const define = defineController as (options: unknown) => unknown
const usual = { name: 'maps', for: ConfigMap, reconcile: async () => done() }

describe('defineController without type checking', () => {
  it.each<{ given: unknown; why: string }>([
    { given: { ...usual, reconcile: undefined }, why: 'reconcile is missing' },
    { given: { ...usual, reconcile: 'later' }, why: 'reconcile is text, not a function' },
    { given: { ...usual, concurency: 3 }, why: 'concurency is not a key of a controller: did you mean concurrency?' },
    { given: { ...usual, reconsile: async () => done() }, why: 'did you mean reconcile?' },
    { given: { ...usual, ReSync: '1m' }, why: 'did you mean resync?' },
    { given: { ...usual, colour: 'red' }, why: 'colour is not a key of a controller: it has name, for, reconcile' },
    { given: { ...usual, for: 'ConfigMap' }, why: 'for is text, not a kind, such as what defineResource returns' },
    { given: { ...usual, for: undefined }, why: 'for is missing' },
    { given: { ...usual, owns: ConfigMap }, why: 'owns is an object, not a list' },
    { given: { ...usual, owns: [{ resource: ConfigMap, wen: () => true }] }, why: 'did you mean when?' },
    { given: { ...usual, finalizer: 'example.dev/x' }, why: 'finalizer is text, not a finalizer' },
    { given: { ...usual, finalizer: { name: 'example.dev/x', clean: () => {} } }, why: 'finalizer.cleanup is missing' },
    { given: { ...usual, concurrency: '3' }, why: 'concurrency is text, not a number' },
    { given: { ...usual, reportsFailures: { event: false } }, why: 'did you mean events?' },
    { given: { ...usual, watches: [ConfigMap] }, why: 'watches[0] is an object, not a watch: use watch(…)' },
    { given: { ...usual, watches: [{ resource: ConfigMap, requests: () => [], wen: () => true }] }, why: 'mean when?' },
    { given: { ...usual, owns: ['Deployment'] }, why: 'pass the kind, for example `owns: [Deployment]`' },
    { given: undefined, why: 'the argument is undefined, not a controller' },
    { given: { ...usual, name: 'Not A Name' }, why: 'the name "Not A Name" is not valid' },
    { given: { ...usual, resync: 0 }, why: 'resync is 0' },
  ])('refuses a bad definition with the reason: $why', ({ given, why }) => {
    expect(() => define(given)).toThrow(
      expect.objectContaining({ code: 'KW_CONTROLLER_DEFINITION', message: expect.stringContaining(why) as string }),
    )
  })

  it.each([
    { verb: 'write', why: 'uses[0].verbs[0] is "write", not one of get, list, watch, create, ' },
    { verb: 'pach', why: 'uses[0].verbs[0] is "pach", did you mean patch?' },
  ])('refuses the verb $verb in `uses`', ({ verb, why }) => {
    const uses = [{ resource: ConfigMap, verbs: [verb], because: 'x' }]
    expect(() => define({ ...usual, uses })).toThrow(why)
    expect(() => define({ ...usual, uses: [{ ...uses[0], verbs: ['get', 'bind', '*'] }] })).not.toThrow()
  })

  it('reports all mistakes at once', () => {
    expect(() => define({ name: 'maps', timout: '1m' })).toThrow(
      'for is missing; reconcile is missing; timout is not a key of a controller: did you mean timeout?',
    )
  })

  it('accepts undefined options, and a spread of another controller', () => {
    const first = defineController({ ...usual, timeout: '1m' })
    expect(define({ ...first, name: 'other', resync: undefined })).toMatchObject({ name: 'other', timeout: '1m' })
  })

  it('checks the options of a group controller too', () => {
    const groups = defineGroupController as (options: unknown) => unknown
    expect(() => groups(usual)).toThrow('`by` or `reconcile` is not a function')
    expect(() => groups({ ...usual, by: () => 'x', ressync: '1m' })).toThrow('did you mean resync?')
    expect(() => groups({ ...usual, by: () => 'x', uses: [{ resource: ConfigMap }] })).toThrow('verbs is missing')
  })
})

describe('watch() without type checking', () => {
  const requests = () => []

  it.each([
    { given: { requests, whn: () => true }, why: 'whn is not a key of the options of watch(): did you mean when?' },
    {
      given: { request: requests },
      why: 'requests is missing; request is not a key of the options of watch(): did you mean requests?',
    },
    { given: undefined, why: 'the argument is undefined, not the options of watch()' },
  ])('refuses options with the reason: $why', ({ given, why }) => {
    expect(() => (watch as (...all: unknown[]) => unknown)(ConfigMap, given)).toThrow(
      expect.objectContaining({
        code: 'KW_CONTROLLER_DEFINITION',
        message: expect.stringContaining(`Cannot watch ConfigMap: ${why}`) as string,
      }),
    )
  })
})

describe('poll() without type checking', () => {
  const find = async () => []

  it.each([
    {
      given: { evry: '5m', find },
      why: 'every is missing; evry is not a key of the options of poll(): did you mean every?',
    },
    { given: { every: '5 min', find }, why: 'Cannot read the duration "5 min"' },
  ])('refuses options with the reason: $why', ({ given, why }) => {
    expect(() => (poll as (...all: unknown[]) => unknown)('bills', given)).toThrow(why)
  })
})
