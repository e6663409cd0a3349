import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'
import { suites } from './suites/index.ts'

describe('parseOptions', () => {
  const names = (args: readonly string[]) => {
    const options = parseOptions(args, suites)
    return { suites: options.suites.map(({ name }) => name), peers: options.contenders.map(({ name }) => name) }
  }

  it('chooses everything by default, and little for a smoke run', () => {
    expect(names([]).suites).toEqual(suites.map(({ name }) => name))
    expect(names(['--smoke'])).toEqual({
      suites: ['throughput', 'latency'],
      peers: ['kubewright', 'controller-runtime'],
    })
  })

  it.each([
    { args: ['--suite', 'speed'], why: '--suite speed is unknown. Use: throughput' },
    { args: ['--peers', 'kubewright,go'], why: '--peers go is unknown. Use: kubewright' },
    { args: ['--size', '1e999'], why: '--size 1e999 is not a whole number' },
    { args: ['--rounds', '0'], why: '--rounds 0 is not a whole number' },
    { args: ['--store'], why: 'use both' },
  ])('refuses $args', ({ args, why }) => {
    expect(() => parseOptions(args, suites)).toThrow(why)
  })
})
