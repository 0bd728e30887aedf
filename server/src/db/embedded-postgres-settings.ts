/**
 * Settings of the embedded server: small, and as safe as any (a commit is on the disk before it is acknowledged).
 * Passed on the command line, so that a new release's values reach old clusters.
 */
export function serverSettings(socketPath: string): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketPath.replaceAll('"', '""').replace(/^.*$/, '"$&"'),
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '64MB',
    work_mem: '4MB',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // No replicas: less to write, and none of their processes.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    // Two cores, short queries: helpers and compilation cost more than they give.
    io_method: 'sync',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    max_worker_processes: '2',
    autovacuum_max_workers: '2',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
  };
}

/**
 * Who gets in: only our own user, whom the kernel vouches for (`peer`); nothing secret to keep, and a user who somehow
 * passes the socket's directory is still refused. So is `nobody`, under whom PostgreSQL itself may run.
 */
export function accessRules(clientName: string): Readonly<Record<string, string>> {
  return {
    'pg_hba.conf': 'local all shotwright peer map=owner\n',
    'pg_ident.conf': `owner "${clientName.replaceAll('"', '""')}" shotwright\n`,
  };
}
