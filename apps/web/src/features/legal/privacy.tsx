import type { LegalText } from './legal-text.ts';

export const privacy: LegalText = {
  title: 'Privacy Policy',
  since: 'Last updated 02/02/2025',
  summary:
    'Your provider keys stay in your browser. What you ask goes from your browser straight to the provider you chose. This server keeps your account, your conversations while you are signed in, how you stand to other people and the files you upload. Nobody is tracked.',
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      body: (
        <p>
          Polylogue is software that anyone may run. Whoever runs the server you are using, called the{' '}
          <em>operator</em> here, decides about the data on it and answers for it. The authors of the software
          receive none of it.
        </p>
      ),
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      body: (
        <>
          <p>These are kept in the storage of your browser, on your device:</p>
          <dl>
            <dt>Provider keys and settings</dt>
            <dd>
              The API token (key), endpoint and model of each provider you set up. A key leaves your browser
              only in requests to the host you saved it for. It is never sent to this server, and stands in no
              log and no export.
            </dd>
            <dt>Sign-in tokens</dt>
            <dd>
              An access token and a refresh token, which prove to this server that you are signed in. They are
              sent to this server only.
            </dd>
            <dt>Drafts and preferences</dt>
            <dd>
              What you typed and have not sent, facts about the model you use, and how the app looks; over
              https also the app itself, so that it opens without a connection.
            </dd>
            <dt>Conversations</dt>
            <dd>
              What you and the model said, the files you sent to it, and the settings of each conversation.
              Without an account they are kept here and nowhere else, until you clear them.
            </dd>
          </dl>
          <p>
            Signing out clears all of this. A temporary chat lives in the memory of the page alone and is gone
            when you close it; you can copy it or save it as a file before.
          </p>
        </>
      ),
    },
    {
      id: 'server',
      title: 'What this server stores',
      body: (
        <dl>
          <dt>Your account</dt>
          <dd>
            Email address, username and earlier usernames, and a hash of your password from which the password
            cannot be read. Whatever you add to your profile: name, picture, and what you tell about yourself.
            Your privacy settings, and which version of the waiver you accepted, and when.
          </dd>
          <dt>Your sign-ins</dt>
          <dd>
            For each device you are signed in on: a hash of its token, the browser and system as far as they
            tell, the network address, and when it began and was last used. So that you can see and end them.
            One that has ended is remembered for 30 days, to know a device again.
          </dd>
          <dt>You and other people</dt>
          <dd>
            Your friends, friend requests (declined ones too), your personal friend link and whom you have
            blocked. What you report about somebody, with what they showed then, is read by the operator.
          </dd>
          <dt>Chat messages</dt>
          <dd>
            While you are signed in: your conversations with their titles and settings, who answered, and what
            each answer took in tokens and money, so that they are on all of your devices. The operator can
            read them. What you delete can be brought back for 30 days, or goes at once if you delete it for
            good; the record of what answers took stays until you delete your account. Nothing of a chat
            without an account, nor of a temporary one, reaches this server but the files you upload for it.
          </dd>
          <dt>Uploaded files</dt>
          <dd>
            The file, its name, type and size. It has an address nobody can guess; whoever has that address
            can open it. A file uploaded without an account is deleted after 24 hours. A copy of your data
            that you ask for is kept for 24 hours.
          </dd>
          <dt>Mails</dt>
          <dd>
            Links to verify your address and to set a new password, invitations, and notices about your
            account, such as a sign-in from a new device. They wait here until they are sent. No newsletters.
          </dd>
          <dt>Technical records</dt>
          <dd>
            Which address of this server was called, when, with what result, and from which network address
            and account, to find faults and stop abuse. Never a password, a token, a key or the text of a
            message.
          </dd>
        </dl>
      ),
    },
    {
      id: 'providers',
      title: 'What the provider receives',
      body: (
        <>
          <p>
            When you send a message, your browser sends the conversation so far, with any file you attached,
            and your key directly to the provider you chose. The provider also sees your network address. It
            handles all of that under its own privacy policy, as part of the account you have there. This
            server is not in between.
          </p>
          <p>
            What you use is pay-per-use between you and the provider: it counts and charges, and this server
            learns nothing of your bill but what your browser counted of each answer.
          </p>
        </>
      ),
    },
    {
      id: 'tracking',
      title: 'No trackers',
      body: (
        <>
          <p>
            There is no advertising, no analytics and no tracking cookie here, and nothing is sold. Pages load
            no scripts and no fonts from other companies.
          </p>
          <p>
            Two exceptions may be chosen by the operator. One is the challenge on the sign-in forms, which
            tells people from programs. Normally your browser solves a small calculation that this server
            sets. An operator may use Cloudflare Turnstile instead; then Cloudflare’s script runs on these
            forms, and on no other page, and Cloudflare sees your network address and properties of your
            browser. The other is where pictures of people are kept: normally here, or with Cloudflare Images;
            then they are sent to Cloudflare, and it sees the network address of whoever looks at one.
          </p>
        </>
      ),
    },
    {
      id: 'why',
      title: 'Why, and for how long',
      body: (
        <p>
          Data is used to provide what you asked for (your account, your friends, your files) and to keep the
          service safe. It is kept as long as your account exists; codes in mails expire after minutes, hours
          or days, and technical records are deleted when they are no longer needed. When you delete your
          account, everything of it is removed, usually within a minute; only a code made of your username
          stays for 90 days, from which the name cannot be read, so that nobody can pass for you. Copies may
          remain for a while in the operator’s backups.
        </p>
      ),
    },
    {
      id: 'others',
      title: 'Who else sees it',
      body: (
        <p>
          Other people see your username and picture and what you share with them. Your friends see your
          profile as well, but for your email address, phone number and birth date, and can always find you.
          Your privacy settings decide what everybody else sees of it, and who finds you; all of these are off
          until you switch them on. Besides, data is seen by those the operator needs to run this server, such
          as a hosting company and a mail service, and by authorities where the law demands it.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights: export, correction, deletion',
      body: (
        <p>
          In your settings you can download a copy of everything that is kept about you, correct it, and
          delete your account with everything in it: your profile, pictures, files, friends and requests, what
          you reported, and what others reported of you. You can also ask the operator. Depending on where you
          live you may also object to a use, and complain to a data protection authority. For what a provider
          holds, ask the provider.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Write to the operator: whoever runs this server, at the address where you found it, or the person
          who invited you to it. When this policy changes, the date above changes with it.
        </p>
      ),
    },
  ],
};
