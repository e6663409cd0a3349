/** The client alone, without the pool around it, which a test runner that prefers ES modules cannot load. */
declare module 'pg/lib/client.js' {
  export { Client as default } from 'pg'
}
