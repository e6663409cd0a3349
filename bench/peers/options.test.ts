import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'
import { resultsFolder } from './results-folder.ts'
import { suites } from './suites/index.ts'

describe('parseOptions', () => {
  const names = (args: readonly string[]) => {
    const options = parseOptions(args, suites)
    return { suites: options.suites.map(({ name }) => name), peers: options.contenders.map(({ name }) => name) }
  }

  it('selects all suites by default, and two suites and peers for --smoke', () => {
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
    { args: ['--full', '--smoke'], why: 'exclude each other' },
  ])('refuses the arguments $args', ({ args, why }) => {
    expect(() => parseOptions(args, suites)).toThrow(why)
  })

  it('takes the checkout of a peer that is not part of the repository', () => {
    const folderOf = (...args: string[]) =>
      parseOptions(['--peers', 'controller-sharding-3', ...args], suites).contenders[0]!.program.folder
    expect(folderOf('--sharding-source', '/checkout')).toBe('/checkout')
    expect(folderOf('--sharding-source', 'checkout')).toBe(resolve('checkout'))
  })

  it('stores results by default only for whole profiles, otherwise only with --results', () => {
    const resultsOf = (...args: string[]) => parseOptions(args, suites).results
    expect(resultsOf('--suite', 'idle', '--full')).toBe(resultsFolder)
    expect(resultsOf('--rounds', '1')).toBeUndefined()
    expect(resultsOf('--rounds', '1', '--results', 'here')).toBe('here')
  })
})
