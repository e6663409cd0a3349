#!/usr/bin/env node
// In a clone of the repository the command runs from its sources, so that it works before anything is built; in an installed
// package it is what was built of them.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const source = fileURLToPath(new URL('../src/main.ts', import.meta.url))
if (existsSync(source)) {
  const loader = import.meta.resolve('tsx')
  const args = ['--conditions=@kubewright/source', '--import', loader, source, ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1
  })
} else {
  await import(pathToFileURL(fileURLToPath(new URL('../dist/main.js', import.meta.url))).href)
}
