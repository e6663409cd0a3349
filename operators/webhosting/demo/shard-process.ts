/** The operator as one of several processes of the demo. It exits when its parent is gone. */
process.on('disconnect', () => process.exit(0))
await import('../src/main.ts')
process.disconnect?.()
