import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
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

it.runIf(process.platform === 'linux')('counts no memory for a child that has ended and was not reaped', async () => {
  // The shell becomes `cat`, which never waits for the child that the shell started.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo started; exec cat'], { stdio: ['pipe', 'pipe', 'ignore'] })
  await once(parent.stdout, 'data')
  const childrenOf = () => readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim()
  const isEnded = () => /^State:\tZ/m.test(readFileSync(`/proc/${childrenOf()}/status`, 'utf8'))
  const isReplaced = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() === 'cat'
  await expect.poll(() => isReplaced() && isEnded()).toBe(true)
  const { rss, pss } = memoryOf(parent.pid!)
  expect([rss > 0, pss > 0]).toEqual([true, true])
  parent.stdin.end()
  await once(parent, 'exit')
})
