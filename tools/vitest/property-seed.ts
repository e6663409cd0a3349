/**
 * Fixes the seed of property tests: a test that passed yesterday fails today only if something changed.
 * `PROPERTY_SEED=random npx vitest run --project unit` searches for new failures; a failure prints the seed to use again.
 */
import fc from 'fast-check'

const chosen = process.env['PROPERTY_SEED'] ?? '20261115'
if (chosen !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(chosen) })
