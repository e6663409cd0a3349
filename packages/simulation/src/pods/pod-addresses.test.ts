import { expect, it } from 'vitest'
import { PodAddresses } from './pod-addresses.ts'

const nobody = () => false

it('each pod gets its own address, and the same one again', () => {
  const addresses = new PodAddresses()
  expect(addresses.take('a', '10.128.16.0/20', nobody)).toBe('10.128.16.2')
  expect(addresses.take('b', '10.128.16.0/20', nobody)).toBe('10.128.16.3')
  expect(addresses.take('a', '10.128.16.0/20', nobody)).toBe('10.128.16.2')
})

it('pod addresses in use are skipped, and released ones are reused last', () => {
  const addresses = new PodAddresses()
  const used = (address: string) => address === '10.0.0.2'
  const given = ['a', 'b', 'c', 'd'].map((uid) => addresses.take(uid, '10.0.0.0/29', used))
  expect(given).toEqual(['10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6'])
  expect(addresses.take('e', '10.0.0.0/29', used)).toBeUndefined()
  addresses.release('b')
  expect(addresses.take('e', '10.0.0.0/29', used)).toBe('10.0.0.4')
})

it('pod addresses start at the given offset', () => {
  const addresses = new PodAddresses(() => 256)
  expect(addresses.take('a', '10.128.16.0/20', nobody)).toBe('10.128.17.2')
})
