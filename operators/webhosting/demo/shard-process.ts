/** The operator as one of several processes of the demo: it ends with whoever started it, however that ends. */
process.on('disconnect', () => process.exit(0))
await import('../src/main.ts')
process.disconnect?.()
