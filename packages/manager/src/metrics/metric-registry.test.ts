import { Counter, gaugeOf } from '@kubewright/core/metrics'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { MetricRegistry } from './metric-registry.ts'
import { loggedRegistry } from './source-failures.ts'

const mails = new Counter({ name: 'mails_total', help: 'Mails sent.' })

/** A source that throws while it is broken. */
class Printer {
  isBroken = true

  collect() {
    if (this.isBroken) throw new Error('no ink')
    return [gaugeOf({ name: 'ink', help: 'Ink left.' }, [[[], 1]])]
  }
}

function start() {
  const clock = new VirtualClock()
  const { log, entries } = recordedLog()
  const registry = loggedRegistry(log, clock)
  const printer = new Printer()
  for (const source of [printer, mails]) registry.add(source)
  return { clock, entries, registry, printer, names: () => registry.collect().map(({ name }) => name) }
}

describe('a metric source that throws', () => {
  it('is left out, and the others are collected', () => {
    const { names, printer } = start()
    expect(names()).toEqual(['mails_total'])
    printer.isBroken = false
    expect(names()).toEqual(['ink', 'mails_total'])
  })

  it('is logged at once, and then once a minute with the number of failures in between', async () => {
    const { names, entries, clock } = start()
    for (let scrape = 0; scrape < 3; scrape++) names()
    const failed = { level: 'error', message: 'metric source failed, serving the others' }
    const fields = { source: 'Printer', error: new Error('no ink') }
    expect(entries).toMatchObject([{ ...failed, fields }])
    await clock.advance('1m')
    names()
    expect(entries).toMatchObject([
      { ...failed, fields },
      { ...failed, fields: { ...fields, suppressed: 2 } },
    ])
  })

  it('is logged with the names of the metrics that are missing', () => {
    const { names, entries, printer } = start()
    printer.isBroken = false
    names()
    printer.isBroken = true
    names()
    expect(entries).toMatchObject([{ fields: { metrics: ['ink'] } }])
  })

  it('makes collect() throw without `failed`', () => {
    const registry = new MetricRegistry()
    registry.add(new Printer())
    expect(() => registry.collect()).toThrow('no ink')
  })
})

describe('a registry that logs failures', () => {
  it('leaves out a metric source entirely if one of its metrics contradicts another source', () => {
    const { names, registry, entries, printer } = start()
    printer.isBroken = false
    const pages = gaugeOf({ name: 'pages', help: 'Pages printed.' }, [[[], 1]])
    registry.add({ collect: () => [pages, gaugeOf({ name: 'mails_total', help: '' }, [])] })
    expect(names()).toEqual(['ink', 'mails_total'])
    expect(entries).toMatchObject([{ fields: { error: { code: 'KW_MANAGER_METRIC' } } }])
  })
})

describe('a metric source that removes itself', () => {
  it('is collected once, then no more', () => {
    const registry = new MetricRegistry()
    let collected = 0
    const added = registry.add({
      collect: () => {
        if (++collected > 1) throw new Error('collected again')
        added[Symbol.dispose]()
        return [gaugeOf({ name: 'ink', help: 'Ink left.' }, [[[], 1]])]
      },
    })
    expect(registry.collect()).toMatchObject([{ name: 'ink' }])
    expect(registry.collect()).toEqual([])
  })
})
