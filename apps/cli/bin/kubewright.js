#!/usr/bin/env node
// In a clone of the repository, the command runs from its sources, so that it works before
// anything is built. In an installed package it runs the built files.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
// oxlint-disable-next-line no-restricted-imports -- this runs before anything that could be given a clock
import { clearInterval, setInterval } from 'node:timers'
import { fileURLToPath } from 'node:url'

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))

// npm forwards a signal only to the shell that started this process, and the shell does not pass it on. So end when the shell has ended.
if (process.env.npm_lifecycle_event !== undefined) {
  const shell = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(looking) // a second SIGTERM would force the exit
    process.kill(process.pid, 'SIGTERM')
  }, 1_000).unref()
}

if (existsSync(pathOf('../tsconfig.build.json'))) {
  const loader = import.meta.resolve('tsx')
  const args = [
    '--conditions=@kubewright/source',
    '--import',
    loader,
    pathOf('../src/main.ts'),
    ...process.argv.slice(2),
  ]
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1
  })
} else {
  // Reading source maps costs time: only for debugging.
  if (process.env.KUBEWRIGHT_DEBUG) process.setSourceMapsEnabled(true)
  await import('../dist/main.js')
}
