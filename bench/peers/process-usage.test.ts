import { expect, it } from 'vitest'
import { cpuMsOf, fineCpuMsOf, memoryOf } from './process-usage.ts'

it.runIf(process.platform === 'linux')('reads the usage of a process in milliseconds and bytes', () => {
  const before = { ticks: cpuMsOf(process.pid), fine: fineCpuMsOf(process.pid), own: process.cpuUsage() }
  for (let round = 0; round < 3e8; round++) Math.imul(round, round)
  const { user, system } = process.cpuUsage(before.own)
  const spentMs = (user + system) / 1_000
  expect(Math.abs(fineCpuMsOf(process.pid) - before.fine - spentMs)).toBeLessThan(100)
  expect(Math.abs(cpuMsOf(process.pid) - before.ticks - spentMs)).toBeLessThan(100)

  const { rss, pss, peakRss } = memoryOf(process.pid)
  expect(pss).toBeLessThanOrEqual(rss)
  expect(rss).toBeLessThanOrEqual(peakRss)
  expect(rss).toBeGreaterThan(2 ** 24)
})
