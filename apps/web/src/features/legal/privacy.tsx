import type { LegalText } from './legal-text.ts';

export const privacy: LegalText = {
  title: 'Privacy Policy',
  since: 'Last updated 02/02/2025',
  summary:
    'Your provider keys stay in your browser. What you ask goes from your browser straight to the provider you chose. This server keeps your account, the conversations you have while signed in, your friends, requests and blocks, and the files you upload. No one is tracked.',
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      body: (
        <p>
          Polylogue is software that anyone may run. The person or organisation that runs the server you are
          using, called the <em>operator</em> here, decides about the data on it and is responsible for it.
          The authors of the software receive none of it.
        </p>
      ),
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      body: (
        <>
          <p>These are stored in the storage of your browser, on your device:</p>
          <dl>
            <dt>Provider keys and settings</dt>
            <dd>
              The API token (key), endpoint and model of each provider you set up. A key leaves your browser
              only in requests to the host you saved it for. It is never sent to this server, and is in no log
              and no export.
            </dd>
            <dt>Sign-in tokens</dt>
            <dd>
              An access token and a refresh token, which prove to this server that you are signed in. They are
              sent to this server only.
            </dd>
            <dt>Drafts and preferences</dt>
            <dd>
              What you typed and have not sent, facts about the model you use, and your choices about how the
              app looks; over https also the app itself, so that it opens without a connection.
            </dd>
            <dt>Conversations</dt>
            <dd>
              What you and the model said, the files you sent to it, and the settings of each conversation.
              Without an account they are kept here and nowhere else, until you clear them. With one, this is
              a copy of what is in your account.
            </dd>
            <dt>Spaces</dt>
            <dd>
              The last messages of spaces you opened, so that they are there without a connection, and posts
              that are not sent yet.
            </dd>
          </dl>
          <p>
            Signing out clears all of this. A temporary conversation exists only in the memory of the page and
            is gone when you close it; copy it or save it as a file first if you need it.
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
            cannot be read. Whatever you add to your profile: name, pictures, and what you say about yourself.
            Your privacy settings, which version of the waiver you accepted, and when.
          </dd>
          <dt>Your sign-ins</dt>
          <dd>
            For each device you are signed in on: a hash of its token, the browser and system as far as they
            are known, the network address, and when it began and was last used. They are stored so that you
            can see and end them. One that has ended stays for 30 days, so that a device is recognised.
          </dd>
          <dt>You and other people</dt>
          <dd>
            Your friends, friend requests (declined ones too), your personal friend link and the people you
            have blocked. The operator reads what you report about someone, along with what they showed at the
            time.
          </dd>
          <dt>Chat messages</dt>
          <dd>
            While you are signed in: your conversations with their titles, files and settings, who answered,
            and what each answer took in tokens and money; your folders with their files, your prompts,
            instructions, saved searches and budget. So they are on all of your devices. The operator can read
            them. What you delete can be brought back for 30 days, or goes at once if you delete it for good;
            the record of what answers took stays until you delete your account. Nothing of a temporary
            conversation reaches this server, and of one without an account only the files you upload for it.
            When you sign in, you choose whether to add earlier conversations to your account.
          </dd>
          <dt>Spaces</dt>
          <dd>
            The spaces you are in, what you post there and who was in them when. What you ask the AI of a
            space, the answers that members’ browsers passed on, and, as these browsers say, whom they asked,
            with how many messages, and what it took in tokens and money. Everyone in the space can read this,
            and so can the operator. What you lend, its limits and what was spent are kept in your browser
            only; while it lasts, this server tells the others in the space what you lend. You can delete what
            you posted, also after you have left; that there was a message, and that you deleted it, stays
            visible.
          </dd>
          <dt>Uploaded files</dt>
          <dd>
            The file, its name, type and size. It has an address that cannot be guessed; anyone who has that
            address can open it. A file uploaded without an account is deleted after 24 hours. A copy of your
            data that you ask for stays for 24 hours.
          </dd>
          <dt>Emails</dt>
          <dd>
            Links to verify your address and to set a new password, invitations, and notices about your
            account, such as a sign-in from a new device. They wait here until they are sent. No newsletters.
          </dd>
          <dt>Technical records</dt>
          <dd>
            Which address of this server was called, when, with what result, and from which network address
            and account, to find faults and stop abuse. They never contain a password, a token, a key or the
            text of a message.
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
            What you use is pay-per-use between you and the provider: it counts and charges. All this server
            learns of your bill is what your browser counted for each answer while you were signed in.
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
            tells people and programs apart. Normally your browser solves a small calculation that this server
            sets. An operator may use Cloudflare Turnstile instead; then Cloudflare’s script runs on these
            forms, and on no other page, and Cloudflare sees your network address and properties of your
            browser. The other is where pictures of people are stored: normally here, or with Cloudflare
            Images; then they are sent to Cloudflare, and it sees the network address of anyone who looks at
            one.
          </p>
        </>
      ),
    },
    {
      id: 'why',
      title: 'Why, and for how long',
      body: (
        <p>
          Data is used to provide what you asked for (your account, your conversations, your friends, your
          files) and to keep the service safe. It is stored as long as your account exists; codes in emails
          expire after minutes, hours or days, and technical records are deleted when they are no longer
          needed. When you delete your account, everything in it is removed, usually within a minute; what you
          posted in spaces stays, without your name. Only a code made from your username, from which the name
          cannot be read, stays for 90 days, so that no one can pose as you. Copies may remain for a while in
          the operator’s backups.
        </p>
      ),
    },
    {
      id: 'others',
      title: 'Who else sees it',
      body: (
        <p>
          Other people see your username and picture and what you share with them. Your friends also see your
          profile, except for your email address, phone number and birth date, and can always find you. Your
          privacy settings decide what everyone else sees of it, and who finds you; all of these are off until
          you switch them on. Data is also seen by those the operator needs to run this server, such as a
          hosting company and an email service, and by authorities where the law demands it.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights: export, correction, deletion',
      body: (
        <p>
          In your settings you can download a copy of everything that is stored about you, correct it, and
          delete your account with everything in it: your profile, conversations, pictures, files, friends and
          requests, what you reported, and what others reported about you. You can also ask the operator.
          Depending on where you live you may also object to a use, and complain to a data protection
          authority. For what a provider holds, ask the provider.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Write to the operator, the person or organisation that runs this server, at the address where you
          found it, or the person who invited you to it. When this policy changes, the date above changes with
          it.
        </p>
      ),
    },
  ],
};
