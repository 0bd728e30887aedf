import { useSearchParams } from 'react-router';
import { useProfile } from '../features/accounts/profile.api.ts';
import { PasskeysSection } from '../features/accounts/passkeys/passkeys-section.tsx';
import { ProfileForm } from '../features/accounts/profile-form.tsx';
import { RedeemForm } from '../features/coupons/redeem-form.tsx';
import { settingsMessages as messages } from '../lib/messages/settings.ts';
import { useIsBillingOn } from '../lib/api/runtime-config.ts';
import { LoadError } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, useSkeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';

/** Route `/dashboard/settings`; the tab and a coupon's code are in the URL. */
export function SettingsRoute() {
  const [search, setSearch] = useSearchParams();
  const code = search.get('code') ?? '';
  const isBillingOn = useIsBillingOn();
  if (!isBillingOn) {
    return (
      <Page title={messages.title} lead={messages.leadWithoutBilling}>
        <Profile />
      </Page>
    );
  }
  const tab = search.get('tab') === 'coupon' ? 'coupon' : 'profile';
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Tabs
        label={messages.title}
        value={tab}
        onValueChange={(value) =>
          setSearch(value === 'coupon' ? { tab: 'coupon' } : {}, { replace: true })
        }
        items={[
          { value: 'profile', label: messages.profile, content: <Profile /> },
          {
            value: 'coupon',
            label: messages.redeemCoupon,
            content: <RedeemForm key={code} initialCode={code} />,
          },
        ]}
      />
    </Page>
  );
}

function Profile() {
  const profile = useProfile();
  const isWaiting = useSkeleton(profile.isPending);
  if (profile.data !== undefined) {
    return (
      <div className="grid gap-8">
        <ProfileForm user={profile.data} />
        <PasskeysSection />
      </div>
    );
  }
  if (profile.isError) {
    return (
      <LoadError
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={profile.error}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  return (
    <div className={isWaiting ? 'grid max-w-2xl gap-6' : 'invisible'}>
      <Skeleton className="h-10 w-full" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
      <Skeleton className="h-9 w-32" />
    </div>
  );
}
