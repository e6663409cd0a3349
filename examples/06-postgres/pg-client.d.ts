/** The client without the connection pool: a test runner that prefers ES modules cannot load the pool. */
declare module 'pg/lib/client.js' {
  export { Client as default } from 'pg'
}
