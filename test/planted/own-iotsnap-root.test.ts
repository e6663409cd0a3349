import { judgedOwn } from './own-judged.ts'

// Each run makes twenty-two objects: `npm run explore:iotsnap` plays every single fault, and double ones by seed.
judgedOwn('iotsnap-root', 24)
