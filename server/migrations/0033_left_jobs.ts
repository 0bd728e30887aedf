import { sql, type Kysely } from 'kysely';

/**
 * A fetch of jobs also returns whether it left due jobs behind. Without that, a worker whose slots
 * are all taken has to fetch again after each job, and finds nothing half of the time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function fetch_jobs_in_turns(text, text, int, text[], int[], int[], int)`.execute(
    db,
  );
  await sql.raw(fetchJobsInTurns).execute(db);
}

const isDue = `name = queue_name and state < 'active' and start_after <= pgboss.job_now()`;
const keyOf = `(coalesce(group_id, '-') collate "C")`;

/**
 * Takes up to `wanted` due jobs of a queue: first those of the groups with the fewest running jobs,
 * then those of the group that was served longest ago. Considers `max_groups` groups after the
 * group `after`. `held_keys`: groups with running jobs in the calling process, each with the number
 * of running jobs and the number it may still start there. Always returns a row with the number of
 * jobs considered; `job` is null if none was taken. The update is that of pg-boss's own fetch.
 *
 * It is a function because planning costs more than execution: the plan is made once per
 * connection, under settings that make it independent of the tables' sizes at that moment.
 *
 * As in migration 0015, with `more_jobs`: true if due jobs are left, also those of a group without
 * room and those that another process is taking.
 */
const fetchJobsInTurns = `
  create function fetch_jobs_in_turns(
    queue_name text, after text, max_groups int, held_keys text[], held_running int[], held_room int[], wanted int
  ) returns table (job json, picked_jobs int, seen_groups int, last_group text, more_jobs boolean)
  language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off set jit = off
  as $$
  begin
    return query
    with recursive groups (key, n) as (
      select min(first.key), 1 from (
        select ${keyOf} as key from pgboss.job_common
        where ${isDue} and ${keyOf} > after order by ${keyOf} limit 1) first
      union all
      select (
        select ${keyOf} from pgboss.job_common
        where ${isDue} and ${keyOf} > groups.key order by ${keyOf} limit 1), n + 1
      from groups where groups.key is not null and n < max_groups
    ), places as (
      select groups.key from groups
      left join unnest(held_keys, held_running, held_room) as held (key, running, room) on held.key = groups.key
      cross join lateral generate_series(1, least(wanted, coalesce(held.room, wanted))) as place
      where groups.key is not null
      order by coalesce(held.running, 0) + place, (
        select served_on from job_turns where queue = queue_name and group_key = groups.key) nulls first
      limit wanted
    ), picked as (
      select key, count(*)::int as n from places group by key
    ), locked as (
      select next.id, picked.key from picked cross join lateral (
        select id from pgboss.job_common j where ${isDue} and ${keyOf} = picked.key
        order by priority desc, created_on limit picked.n for update of j skip locked) next
    ), claimed as (
      update pgboss.job_common j set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
        retry_count = case when started_on is not null then retry_count + 1 else retry_count end
      where j.name = queue_name and j.id = any (array(select id from locked))
      returning json_build_object('id', j.id, 'name', j.name, 'data', j.data, 'retryCount', j.retry_count,
        'expireInSeconds', j.expire_seconds, 'heartbeatSeconds', j.heartbeat_seconds,
        'groupId', j.group_id, 'groupTier', j.group_tier) as job
    ), served as (
      insert into job_turns (queue, group_key, served_on)
      select queue_name, key, clock_timestamp() from locked group by key order by key
      on conflict (queue, group_key) do update set served_on = excluded.served_on
    )
    select claimed.job, (select count(*)::int from places), (select count(key)::int from groups),
      (select max(key) from groups),
      exists (select from pgboss.job_common j where ${isDue} and j.id <> all (array(select id from locked)))
    from (select) one left join claimed on true;
  end $$`;
